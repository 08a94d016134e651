//! Class files written by hand, for what no compiler writes.

/// A method to assemble: `public static`, unless other flags are given.
pub struct Method {
    pub name: &'static str,
    pub descriptor: &'static str,
    pub flags: u16,
    pub code: Vec<u8>,
    /// Start, end, handler, all in bytes; every exception is caught.
    pub handlers: Vec<(u16, u16, u16)>,
    pub max_stack: u16,
    pub max_locals: u16,
}

impl Method {
    pub fn new(name: &'static str, descriptor: &'static str, code: Vec<u8>) -> Self {
        Self {
            name,
            descriptor,
            flags: 0x0009,
            code,
            handlers: Vec::new(),
            max_stack: 10,
            max_locals: 10,
        }
    }
}

/// A public class for Java 5, whose classes need no stack maps.
pub struct Assembler {
    constants: Vec<u8>,
    constant_count: u16,
    fields: Vec<(u16, u16)>,
    methods: Vec<Method>,
    attributes: Vec<(u16, Vec<u8>)>,
    this: u16,
    parent: u16,
}

impl Assembler {
    pub fn class(name: &str, parent: &str) -> Self {
        let mut this = Self {
            constants: Vec::new(),
            constant_count: 1,
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
            this: 0,
            parent: 0,
        };
        this.this = this.class_constant(name);
        this.parent = this.class_constant(parent);
        this
    }

    fn constant(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.constants.push(tag);
        self.constants.extend_from_slice(content);
        self.constant_count += 1;
        self.constant_count - 1
    }

    pub fn text(&mut self, text: &str) -> u16 {
        let length = (text.len() as u16).to_be_bytes();
        self.constant(1, &[&length, text.as_bytes()].concat())
    }

    pub fn class_constant(&mut self, name: &str) -> u16 {
        let name = self.text(name);
        self.constant(7, &name.to_be_bytes())
    }

    /// A method as an instruction names it.
    pub fn method_reference(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class_constant(class);
        let (name, descriptor) = (self.text(name), self.text(descriptor));
        let member = self.constant(12, &[name.to_be_bytes(), descriptor.to_be_bytes()].concat());
        self.constant(10, &[class.to_be_bytes(), member.to_be_bytes()].concat())
    }

    pub fn field(mut self, name: &str, descriptor: &str) -> Self {
        let (name, descriptor) = (self.text(name), self.text(descriptor));
        self.fields.push((name, descriptor));
        self
    }

    pub fn method(mut self, method: Method) -> Self {
        self.methods.push(method);
        self
    }

    pub fn attribute(mut self, name: &str, content: Vec<u8>) -> Self {
        let name = self.text(name);
        self.attributes.push((name, content));
        self
    }

    pub fn bytes(mut self) -> Vec<u8> {
        let code_name = self.text("Code");
        let methods = std::mem::take(&mut self.methods);
        let method_bytes: Vec<u8> = methods
            .iter()
            .flat_map(|m| self.method_bytes(m, code_name))
            .collect();
        let mut out = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 49];
        out.extend(self.constant_count.to_be_bytes());
        out.extend(&self.constants);
        out.extend([0x00, 0x21]);
        out.extend(self.this.to_be_bytes());
        out.extend(self.parent.to_be_bytes());
        out.extend(0u16.to_be_bytes());
        out.extend((self.fields.len() as u16).to_be_bytes());
        for (name, descriptor) in &self.fields {
            out.extend([0, 1]);
            out.extend(name.to_be_bytes());
            out.extend(descriptor.to_be_bytes());
            out.extend([0, 0]);
        }
        out.extend((methods.len() as u16).to_be_bytes());
        out.extend(method_bytes);
        out.extend((self.attributes.len() as u16).to_be_bytes());
        for (name, content) in &self.attributes {
            out.extend(name.to_be_bytes());
            out.extend((content.len() as u32).to_be_bytes());
            out.extend(content);
        }
        out
    }

    fn method_bytes(&mut self, method: &Method, code_name: u16) -> Vec<u8> {
        let (name, descriptor) = (self.text(method.name), self.text(method.descriptor));
        let mut code = Vec::new();
        code.extend(method.max_stack.to_be_bytes());
        code.extend(method.max_locals.to_be_bytes());
        code.extend((method.code.len() as u32).to_be_bytes());
        code.extend(&method.code);
        code.extend((method.handlers.len() as u16).to_be_bytes());
        for (start, end, handler) in &method.handlers {
            [*start, *end, *handler, 0]
                .iter()
                .for_each(|n| code.extend(n.to_be_bytes()));
        }
        code.extend([0, 0]);
        let mut out = Vec::new();
        [method.flags, name, descriptor, 1, code_name]
            .iter()
            .for_each(|n| out.extend(n.to_be_bytes()));
        out.extend((code.len() as u32).to_be_bytes());
        out.extend(code);
        out
    }
}
