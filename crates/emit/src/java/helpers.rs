//! What generated files bring along.

use crate::report::View;

/// Objects that a client cannot make or reach, by reflection. What is not needed is left out.
pub(super) fn reflection(code: &str, class: &str) -> String {
    let (made, held, stand_in) = (
        code.contains("made(\""),
        code.contains("held(it, \""),
        code.contains("standIn(\""),
    );
    let mut out = String::new();
    if held {
        out.push_str(HELD);
    }
    if made || held {
        out.push_str(MADE);
    }
    if stand_in {
        out.push_str(STAND_IN);
    }
    if made || held || stand_in {
        out.push_str(NAMED);
    }
    out.replace("THIS_CLASS", class)
}

/// Whether an exception is an error, as the model was made. A file needs it where not every exception is one.
pub(super) fn is_error(view: &View) -> Option<String> {
    if view.error_exceptions.is_empty() && view.allow_exceptions.is_empty() {
        return None;
    }
    let among = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| super::quoted(name)).collect();
        format!("isOne(thrown, {})", names.join(", "))
    };
    let mut conditions = Vec::new();
    if !view.error_exceptions.is_empty() {
        conditions.push(among(&view.error_exceptions));
    }
    if !view.allow_exceptions.is_empty() {
        conditions.push(format!("!{}", among(&view.allow_exceptions)));
    }
    Some(IS_ERROR.replace("CONDITION", &conditions.join(" && ")))
}

const IS_ERROR: &str = r#"
    /** Whether an exception is an error: the model was made so. */
    private static boolean isError(Throwable thrown) {
        return CONDITION;
    }

    private static boolean isOne(Throwable thrown, String... names) {
        for (Class<?> c = thrown.getClass(); c != null; c = c.getSuperclass()) {
            String full = c.getName();
            String simple = full.substring(1 + Math.max(full.lastIndexOf('.'), full.lastIndexOf('$')));
            for (String name : names) {
                if (full.equals(name) || simple.equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }
"#;

const HELD: &str = r#"
    /** What a field of the object holds; where that is null, a blank object. */
    private static Object held(Object object, String declaring, String field, String otherwise) throws Exception {
        java.lang.reflect.Field declared = named(declaring).getDeclaredField(field);
        declared.setAccessible(true);
        Object held = declared.get(object);
        if (held != null) {
            return held;
        }
        return otherwise.endsWith("[]")
            ? java.lang.reflect.Array.newInstance(named(otherwise).getComponentType(), 0)
            : made(otherwise);
    }
"#;

const MADE: &str = r#"
    /** An object that no constructor makes so: a blank one, whose fields are set by name. */
    private static Object made(String type, Object... fieldsAndValues) throws Exception {
        java.lang.reflect.Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        java.lang.reflect.Method allocate = unsafe.getType().getMethod("allocateInstance", Class.class);
        Object made = allocate.invoke(unsafe.get(null), named(type));
        for (int i = 0; i < fieldsAndValues.length; i += 2) {
            java.lang.reflect.Field field = declared(made.getClass(), (String) fieldsAndValues[i]);
            field.setAccessible(true);
            field.set(made, fieldsAndValues[i + 1]);
        }
        return made;
    }

    private static java.lang.reflect.Field declared(Class<?> type, String field) throws NoSuchFieldException {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (java.lang.reflect.Field declared : c.getDeclaredFields()) {
                if (declared.getName().equals(field)) {
                    return declared;
                }
            }
        }
        throw new NoSuchFieldException(field);
    }
"#;

const STAND_IN: &str = r#"
    /** Something that implements an interface; what it answers to calls must not matter: zero, false or null. */
    private static Object standIn(String type) throws Exception {
        java.lang.reflect.InvocationHandler none = (proxy, method, args) -> {
            Class<?> result = method.getReturnType();
            return result == void.class ? null : java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(result, 1), 0);
        };
        return java.lang.reflect.Proxy.newProxyInstance(THIS_CLASS.class.getClassLoader(), new Class<?>[] {named(type)}, none);
    }
"#;

const NAMED: &str = r#"
    private static Class<?> named(String type) throws ClassNotFoundException {
        if (type.endsWith("[]")) {
            Class<?> element = named(type.substring(0, type.length() - 2));
            return java.lang.reflect.Array.newInstance(element, 0).getClass();
        }
        switch (type) {
            case "boolean": return boolean.class;
            case "byte": return byte.class;
            case "short": return short.class;
            case "char": return char.class;
            case "int": return int.class;
            case "long": return long.class;
            case "float": return float.class;
            case "double": return double.class;
            default: return Class.forName(type, true, THIS_CLASS.class.getClassLoader());
        }
    }
"#;
