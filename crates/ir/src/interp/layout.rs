//! What is known before a program runs: where fields lie in objects, what virtual calls mean.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;

use crate::{BlockId, Callee, ClassId, FieldRef, Function, FunctionId, Program, TerminatorKind};

/// Tables computed once per program, so that running needs no search by name.
#[derive(Debug)]
pub(super) struct Layout {
    classes: Vec<ClassLayout>,
    /// By function and block: the number of the selector of the virtual call that ends the block.
    selectors: Vec<Vec<u32>>,
    /// By selector: what it means for each class that has it, sorted by class.
    targets: Vec<Vec<(ClassId, FunctionId)>>,
}

#[derive(Debug)]
struct ClassLayout {
    parent: Option<ClassId>,
    /// The class itself, its parents and their interfaces, sorted.
    supertypes: Vec<ClassId>,
    /// Where the class's own fields begin in an object.
    own_fields: usize,
    size: usize,
}

const NO_SELECTOR: u32 = u32::MAX;

impl Layout {
    pub(super) fn of(program: &Program) -> Self {
        let mut names = BTreeMap::new();
        let selectors = program.functions.values().map(|f| number_selectors(f, &mut names)).collect();
        let mut targets = vec![Vec::new(); names.len()];
        for (name, number) in names {
            targets[number as usize] = targets_of(program, name);
        }
        Self { classes: class_layouts(program), selectors, targets }
    }

    /// How many fields an object of this class has.
    pub(super) fn size(&self, class: ClassId) -> usize {
        self.classes[class.index()].size
    }

    /// Where a field lies in an object of a class that has it.
    pub(super) fn offset(&self, field: FieldRef) -> usize {
        self.classes[field.class.index()].own_fields + field.index as usize
    }

    /// Whether objects of `class` have the fields that `declaring` declares.
    pub(super) fn has_fields_of(&self, class: ClassId, declaring: ClassId) -> bool {
        let mut current = Some(class);
        while let Some(c) = current {
            if c == declaring {
                return true;
            }
            current = self.classes[c.index()].parent;
        }
        false
    }

    /// Whether `class` is `of` or below it, interfaces included.
    pub(super) fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        self.classes[class.index()].supertypes.binary_search(&of).is_ok()
    }

    /// What the virtual call at the end of a block means for a receiver of this class.
    pub(super) fn target(&self, function: FunctionId, block: BlockId, class: ClassId) -> Option<FunctionId> {
        let selector = self.selectors[function.index()][block.index()];
        let targets = self.targets.get(selector as usize)?;
        let found = targets.binary_search_by_key(&class, |&(c, _)| c).ok()?;
        Some(targets[found].1)
    }
}

fn number_selectors<'p>(function: &'p Function, names: &mut BTreeMap<&'p str, u32>) -> Vec<u32> {
    let blocks = &function.blocks;
    let mut number = |name: &'p str| {
        let next = names.len() as u32;
        *names.entry(name).or_insert(next)
    };
    blocks
        .values()
        .map(|block| match &block.terminator.kind {
            TerminatorKind::Call { callee: Callee::Virtual(name), .. } => number(name),
            _ => NO_SELECTOR,
        })
        .collect()
}

fn targets_of(program: &Program, selector: &str) -> Vec<(ClassId, FunctionId)> {
    let mut meanings: Vec<Option<FunctionId>> = Vec::with_capacity(program.classes.len());
    for class in program.classes.values() {
        let inherited = class.parent.and_then(|p| meanings[p.index()]);
        meanings.push(class.methods.get(selector).copied().or(inherited));
    }
    program.classes.ids().zip(meanings).filter_map(|(class, meaning)| Some((class, meaning?))).collect()
}

fn class_layouts(program: &Program) -> Vec<ClassLayout> {
    let mut layouts: Vec<ClassLayout> = Vec::with_capacity(program.classes.len());
    for (id, class) in program.classes.iter() {
        let own_fields = class.parent.map_or(0, |p| layouts[p.index()].size);
        let size = own_fields + class.fields.len();
        let above = class.parent.iter().chain(&class.interfaces).flat_map(|s| &layouts[s.index()].supertypes);
        let supertypes: BTreeSet<ClassId> = above.copied().chain([id]).collect();
        let supertypes = supertypes.into_iter().collect();
        layouts.push(ClassLayout { parent: class.parent, supertypes, own_fields, size });
    }
    layouts
}
