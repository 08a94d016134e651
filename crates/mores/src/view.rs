//! Which calls of a class are looked at, with which arguments, and what counts as an error.

use emit::report::{self, View};
use front::InputError;
use ir::{Arguments, Component, Entry};
use step::{Errors, Integers, Sight};
use teach::interface::TEXTS;

use crate::InterfaceRequest;
use crate::named::{is_meant, unknown};

/// Which integers a report about a component names: those of its language, unless others are wanted that it has.
pub(crate) fn integers_of(
    component: &Component,
    wanted: report::Integers,
) -> Result<report::Integers, InputError> {
    match (component.endings.is_some(), wanted) {
        (true, report::Integers::Wrapping | report::Integers::OfC) => Ok(report::Integers::OfC),
        (true, report::Integers::Mathematical) => Err(InputError::new(
            "--integers mathematical: C says what its integers do; leave the option out",
        )),
        (false, report::Integers::OfC) => Err(InputError::new(
            "the model contradicts itself: a class has no integers of C; make the file again",
        )),
        (false, integers) => Ok(integers),
    }
}

/// Where two versions are compared, or errors are searched for, what others answer is not known: nobody could make the
/// calls that are shown.
pub(crate) fn alone(mut sight: Sight) -> Sight {
    sight.limits.questions = 0;
    sight
}

/// How the component is to be seen.
pub(crate) fn sight(
    component: &Component,
    integers: report::Integers,
    view: &View,
) -> Result<Sight, InputError> {
    let integers = match integers_of(component, integers)? {
        report::Integers::Wrapping | report::Integers::OfC => Integers::Wrapping,
        report::Integers::Mathematical => Integers::Mathematical,
    };
    check_language(component, view)?;
    if let Some(when) = &view.error_when {
        step::readable(component, when, integers).map_err(|fault| {
            let class = &component.name;
            InputError::new(format!(
                "--error-when {when:?}: {fault}; it may speak of the fields of {class}"
            ))
        })?;
    }
    check_exceptions(component, view)?;
    check_pools(component, view)?;
    let errors = Errors {
        only: view.error_exceptions.clone(),
        allowed: view.allow_exceptions.clone(),
        waiting: view.error_waiting,
        when: view.error_when.clone(),
    };
    Ok(Sight {
        errors,
        pools: view.pool.clone(),
        few_texts: view.few_texts.then(|| view.texts.clone()),
        scope: view.scope.and_then(|scope| usize::try_from(scope).ok()),
        ..Sight::new(integers)
    })
}

/// Options that are about Java say nothing about C.
fn check_language(component: &Component, view: &View) -> Result<(), InputError> {
    if component.endings.is_none() {
        return Ok(());
    }
    let given = [
        (!view.error_exceptions.is_empty(), "--error-exceptions"),
        (!view.allow_exceptions.is_empty(), "--allow-exceptions"),
        (view.error_waiting, "--error-waiting"),
        (view.error_when.is_some(), "--error-when"),
        (view.any_arguments, "--arguments any"),
        (view.few_texts, "--arguments few"),
        (!view.texts.is_empty(), "--text"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        Some((_, option)) => Err(InputError::new(format!(
            "{option} is about Java and says nothing about C; a C function fails by what C leaves undefined, an assertion, \
             abort, or its result (--error-result)"
        ))),
        None => Ok(()),
    }
}

fn check_exceptions(component: &Component, view: &View) -> Result<(), InputError> {
    let only = view
        .error_exceptions
        .iter()
        .map(|name| ("--error-exceptions", name));
    let allowed = view
        .allow_exceptions
        .iter()
        .map(|name| ("--allow-exceptions", name));
    for (option, name) in only.chain(allowed) {
        step::is_exception(component, name)
            .map_err(|fault| InputError::new(format!("{option} {name}: {fault}")))?;
    }
    Ok(())
}

fn check_pools(component: &Component, view: &View) -> Result<(), InputError> {
    let params = || {
        component
            .constructors
            .iter()
            .chain(&component.methods)
            .flat_map(|e| &e.params)
    };
    for (name, values) in &view.pool {
        let Some(param) = params().find(|p| p.name == *name) else {
            return Err(InputError::new(format!(
                "--pool {name}: no method has a parameter of this name"
            )));
        };
        let ir::Type::Int(int) = param.ty else {
            let ty = &param.source_type;
            return Err(InputError::new(format!(
                "--pool {name}: it is a {ty}, and only whole numbers have pools"
            )));
        };
        if let Some(value) = values.iter().find(|&&v| !int.contains(v)) {
            return Err(InputError::new(format!(
                "--pool {name}: {value} is no {}",
                param.source_type
            )));
        }
    }
    Ok(())
}

/// The view without what every object has, unless methods are named or nothing else would be left.
pub(crate) fn usual(component: &Component, request: &InterfaceRequest) -> View {
    let mut view = request.view.clone();
    let names = |universal: bool| {
        let methods = component.methods.iter();
        let methods = methods.filter(move |method| method.universal == universal);
        methods.map(|method| method.name.clone())
    };
    if view.methods.is_empty() && !request.every_method && names(false).next().is_some() {
        let new: Vec<String> = names(true).filter(|n| !view.exclude.contains(n)).collect();
        view.exclude.extend(new);
    }
    with_texts(component, request, view)
}

/// The view, with the texts that the code compares with, unless others are given.
pub(crate) fn with_texts(
    component: &Component,
    request: &InterfaceRequest,
    mut view: View,
) -> View {
    let found = component.texts.iter().filter(|_| !request.texts_as_given);
    let others = TEXTS.map(str::to_owned);
    let others = others.iter().filter(|_| view.few_texts);
    for text in found.chain(others) {
        if !view.texts.contains(text) {
            view.texts.push(text.clone());
        }
    }
    view
}

/// The component with the methods and constructors that were asked for.
pub(crate) fn selected(mut component: Component, view: &View) -> Result<Component, InputError> {
    for name in view.methods.iter().chain(&view.exclude) {
        let mut entries = component.constructors.iter().chain(&component.methods);
        if !entries.any(|entry| is_meant(entry, name)) {
            return Err(unknown(&component, name));
        }
    }
    let among = |entry: &Entry, names: &[String]| names.iter().any(|name| is_meant(entry, name));
    component
        .methods
        .retain(|e| view.methods.is_empty() || among(e, &view.methods));
    // Without constructors nothing else could be called: they stay unless some are named.
    if component
        .constructors
        .iter()
        .any(|e| among(e, &view.methods))
    {
        component.constructors.retain(|e| among(e, &view.methods));
    }
    component.methods.retain(|e| !among(e, &view.exclude));
    component.constructors.retain(|e| !among(e, &view.exclude));
    component.arguments = match view.any_arguments {
        true => Arguments::Any,
        false => Arguments::Constructed,
    };
    component.texts.clone_from(&view.texts);
    Ok(component)
}
