//! Compiles a rule file: all bodies, and what links them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::bodies::phase_number;
use super::code::{Address, Instruction, Register};
use super::dependencies::Dependencies;
use super::emit::Emitter;
use super::image::{
    AskedActionsId, AskedSite, Body, BodyId, BuiltinWords, FirstValue, Image, Marks,
};
use super::statements::BATCH;
use super::targets::JumpTarget;
use crate::analysis::{Costs, order_of_defaults};
use crate::ruleset::index::{Idx, IndexVec, to_number};
use crate::ruleset::walk::names_needed;
use crate::ruleset::{
    DEEPEST_BLOCK, Effect, Expr, ExprId, Happening, ItemId, KindId, MISSING, PhaseId, Ruleset,
    StatementKind, TriggerId,
};
use crate::source::Span;

/// The code of a rule file; `marks`: what it marks beside what it does. It is compiled once and kept with
/// the rules. Time and size of that: proportional to its length, but for the pairs of actions and of rules about acts.
pub fn compile(rules: &Ruleset, marks: Marks) -> Arc<Image> {
    compile_for(rules, marks, Vec::new())
}

/// The same for runs in which records of these kinds, in the order of their ids, come in that no rule makes.
pub fn compile_for(rules: &Ruleset, marks: Marks, growing: Vec<KindId>) -> Arc<Image> {
    let images = rules.derived.get::<Images>();
    let mut kept = images.0.lock().unwrap_or_else(PoisonError::into_inner);
    let image = kept.entry((marks, growing.clone())).or_default();
    // Others wait for this one image only.
    let image = Arc::clone(image);
    drop(kept);
    let image = image.get_or_init(|| Arc::new(compiled(rules, marks, &growing)));
    Arc::clone(image)
}

/// The code of a rule file, by what it marks, and by the kinds whose records come in.
#[derive(Default)]
struct Images(Mutex<ImageCache>);

type ImageCache = BTreeMap<(Marks, Vec<KindId>), Arc<OnceLock<Arc<Image>>>>;

/// The actions of which statements ask for acts, each once; all of them first.
fn asked(rules: &Ruleset) -> IndexVec<AskedActionsId, AskedSite> {
    let mut asked: IndexVec<AskedActionsId, AskedSite> = IndexVec::default();
    asked.push(AskedSite::default());
    rules.each_statement(&mut |statement| {
        if let StatementKind::Declare { actions, .. } = statement
            && asked.iter().all(|known| known.actions != *actions)
        {
            let actions = actions.clone();
            asked.push(AskedSite {
                actions,
                tactics: Vec::new(),
            });
        }
    });
    asked
}

fn compiled(rules: &Ruleset, marks: Marks, growing: &[KindId]) -> Image {
    let mut fixed = fixed(rules);
    for kind in growing {
        fixed[kind.index()] = false;
    }
    let mut image = Image {
        marks,
        fixed,
        asked: asked(rules),
        order_of_defaults: order_of_defaults(rules),
        costs: Costs::of(rules),
        dependencies: Dependencies::of(rules),
        procedures: vec![0; rules.procedures.len()],
        phases: vec![0; rules.phases.len()],
        words: BuiltinWords {
            waiting: rules.find_word("waiting").unwrap_or_default(),
            resolved: rules.find_word("resolved").unwrap_or_default(),
            void: rules.find_word("void").unwrap_or_default(),
            refused: rules.find_word("refused").unwrap_or_default(),
        },
        ..Image::default()
    };
    let mut compiler = Compiler {
        rules,
        image: &mut image,
        triggers: Vec::new(),
        of_phases: BTreeMap::new(),
    };
    for (index, trigger) in rules.triggers.iter().enumerate() {
        if let Happening::Phase(phase, begins) = trigger.on {
            let waiting = compiler.of_phases.entry((phase, begins)).or_default();
            waiting.push(TriggerId::from_index(index));
        }
    }
    compiler.procedure();
    compiler.expressions();
    compiler.bodies();
    compiler.line();
    compiler.triggers();
    compiler.routines();
    let triggers = compiler.triggers;
    link(&mut image, 0, &triggers);
    count_blocks(&mut image);
    image
}

/// Counts for each instruction, and for each body, how many blocks of statements lie in each other.
fn count_blocks(image: &mut Image) {
    let mut begins = vec![0_i32; image.code.len() + 1];
    for statement in &image.statements {
        begins[statement.start.index()] += 1;
        begins[statement.end.index()] -= 1;
    }
    let (mut around, mut present, mut most) = (0, BodyId(0), 1);
    for (instruction, begins) in image.code.iter().zip(begins) {
        if let Instruction::Enter { body, .. } = instruction {
            present = *body;
        }
        around += begins;
        let blocks = u8::try_from(around).unwrap_or(u8::MAX);
        image.blocks.push(blocks);
        let body = &mut image.bodies[present];
        body.blocks = body.blocks.max(blocks);
        most = most.max(blocks);
    }
    image.shallow = DEEPEST_BLOCK.index() / usize::from(most);
}

/// By kind: whether no rule makes records of it.
fn fixed(rules: &Ruleset) -> Vec<bool> {
    let mut fixed = vec![true; rules.kinds.len()];
    fixed[KindId::ACT.index()] = false;
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| {
            if let Effect::Makes(kind) = effect {
                fixed[kind.index()] = false;
            }
        });
    });
    fixed
}

/// Appends the code of an expression to an image: of the rules, or of a scenario that sees them. Its address, and how many names it reads.
pub fn append(
    image: &mut Image,
    rules: &Ruleset,
    exprs: &[Expr],
    spans: &[Span],
    id: ExprId,
) -> Address {
    let start = to_number(image.code.len());
    // Calls of definitions take steps here, so none is inlined.
    let entry = expression(rules, image, (exprs, spans), id, false);
    link(image, start, &[]);
    entry
}

/// Puts addresses in place of the numbers of definitions and bodies.
fn link(image: &mut Image, start: Address, triggers: &[Address]) {
    let Image {
        code,
        functions,
        procedures,
        phases,
        batch,
        ..
    } = image;
    let bodies: Vec<Address> = [&procedures[..], &phases[..], triggers].concat();
    for instruction in code.iter_mut().skip(start.index()) {
        instruction.each_target(&mut |target| match target {
            JumpTarget::Jump(_) => {}
            JumpTarget::Function(target) => *target = functions[target.index()],
            JumpTarget::Body(target) => {
                *target = match *target {
                    BATCH => *batch,
                    number => bodies[number.index()],
                };
            }
        });
    }
}

/// The code of an expression whose names are the first registers.
fn expression<'a>(
    rules: &'a Ruleset,
    image: &mut Image,
    (exprs, spans): (&'a [Expr], &'a [Span]),
    id: ExprId,
    inlines: bool,
) -> Address {
    let names = names_needed(exprs, id);
    let frame = FrameLayout {
        given: names,
        names,
        item: None,
    };
    body(rules, image, frame, |emitter| {
        (emitter.exprs, emitter.spans, emitter.inlines) = (exprs, spans, inlines);
        emitter.return_value(id);
    })
}

/// What is known of the frame of a body before its code is.
pub(super) struct FrameLayout {
    /// How many of its names are given.
    pub given: Register,
    /// How many names it has.
    pub names: Register,
    /// The item to which what it does is owed.
    pub item: Option<ItemId>,
}

impl FrameLayout {
    /// Of a routine to which so many registers are given.
    pub fn routine(given: Register) -> Self {
        FrameLayout {
            given,
            names: given,
            item: None,
        }
    }
}

/// Emits a body; its address.
fn body<'a>(
    rules: &'a Ruleset,
    image: &mut Image,
    frame: FrameLayout,
    emit: impl FnOnce(&mut Emitter<'a, '_>),
) -> Address {
    let entry = to_number(image.code.len());
    let body = BodyId::from_index(image.bodies.len());
    let mut emitter = Emitter::new(rules, &mut *image, frame.names);
    let enter = |registers| Instruction::Enter {
        body,
        registers,
        given: frame.given.min(frame.names),
        names: frame.names,
    };
    emitter.emit(enter(0));
    emit(&mut emitter);
    let registers = emitter.finish();
    image.code[entry] = enter(registers);
    image.bodies.push(Body {
        names: frame.names,
        registers,
        blocks: 0,
        item: frame.item,
    });
    entry
}

/// Emits the bodies of a rule file.
pub(super) struct Compiler<'a, 'i> {
    pub rules: &'a Ruleset,
    pub image: &'i mut Image,
    /// The addresses of triggers.
    pub triggers: Vec<Address>,
    /// By phase, and whether it begins or ends: the triggers that wait for that.
    pub of_phases: BTreeMap<(PhaseId, bool), Vec<TriggerId>>,
}

impl<'a> Compiler<'a, '_> {
    /// Emits a body; its address.
    pub fn body(&mut self, frame: FrameLayout, emit: impl FnOnce(&mut Emitter<'a, '_>)) -> Address {
        body(self.rules, self.image, frame, emit)
    }

    /// Emits an expression of the rules; its address.
    pub fn expression(&mut self, id: ExprId) -> Address {
        let rules = self.rules;
        let list = (rules.exprs.as_slice(), rules.expr_spans.as_slice());
        expression(rules, self.image, list, id, true)
    }

    /// The whole run: it begins at address 0.
    fn procedure(&mut self) {
        let rules = self.rules;
        self.body(FrameLayout::routine(0), |emitter| {
            let end = emitter.label();
            let first = emitter.fresh(1);
            for &phase in &rules.procedure {
                let next = emitter.label();
                emitter.emit(Instruction::JumpBeforeBegin {
                    phase,
                    target: next.0,
                });
                let target = phase_number(rules, phase);
                emitter.emit(Instruction::CallBody { first, target });
                emitter.jump_unless_on(end);
                emitter.place(next);
            }
            emitter.place(end);
            emitter.emit(Instruction::Finish);
        });
    }

    /// Definitions, values of tables, defaults.
    fn expressions(&mut self) {
        let rules = self.rules;
        for function in &rules.functions {
            let entry = self.expression(function.body);
            self.image.functions.push(entry);
        }
        for table in &rules.tables {
            let values = table.rows.iter();
            let values = values.map(|row| row.value.map(|value| self.expression(value)));
            let values = values.collect();
            self.image.values.push(values);
        }
        for kind in &rules.kinds {
            let mut defaults = Vec::new();
            for (attribute, slot) in kind.attributes.iter().zip(0..) {
                let default = match attribute.default {
                    Some(id) => match rules.exprs[id.index()] {
                        // Rules that are specialised can have a default of which it is known that it is missing.
                        Expr::Const(MISSING) if !attribute.declared.optional => FirstValue::None,
                        Expr::Const(value) => FirstValue::Constant(value),
                        _ => FirstValue::Code(self.expression(id)),
                    },
                    None if attribute.declared.optional => continue,
                    None => FirstValue::None,
                };
                defaults.push((slot, default));
            }
            self.image.defaults.push(defaults);
        }
    }
}
