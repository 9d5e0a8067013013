//! Changes of parts of items that stand in other files. Only data.

use super::*;

macro_rules! change_nodes {
    ($make:ident) => {
        each_node! { $make
            /// `replace stage begins of cast "begins" { ... }`: what becomes of a part of an item, and of nothing else in it.
            struct PartChange {
                /// What is done.
                verb: PartVerb,
                /// With which part.
                part: ItemPart,
                /// The item to which it belongs.
                owner: PartOwner,
                /// Of what is added: the part before or behind which it comes.
                beside: Option<Beside>,
                /// What is put there; nothing where the part is removed.
                new: Option<NewPart>,
                /// What a condition or statements carry out; other parts have their own.
                cites: Vec<Citation>,
                span: Span,
            }

            /// What is done with a part of an item.
            words PartVerb {
                /// Another one takes its place.
                Replace = kw_replace "replace",
                /// It comes to those that are there.
                Add = kw_add "add",
                /// It is taken out.
                Remove = kw_remove "remove",
                /// Statements come at its beginning.
                First = kw_first "first in",
                /// Statements come at its end.
                Last = kw_last "last in",
                /// Statements come before it.
                Before = kw_before "before",
                /// Statements come behind it.
                After = kw_after "after",
            }

            /// A part of an item.
            enum ItemPart {
                /// `stage begins` of an action
                Stage (name: Name),
                /// `does`: the only stage of an action
                Does,
                /// `row 3..5, 8` of a table
                Rows (keys: Vec<RowKey>),
                /// `key "speed"` of an order, by its name, its text or its value; the only one if nothing is said
                Key (key: Option<ItemName>),
                /// `condition "a.begun"` of an item, by its words; all of it if nothing is said
                Condition (condition: Option<ItemName>),
                /// `alternative` to the condition of an item; only added
                Alternative,
                /// `title` of an item, or of a stage
                Title (stage: Option<Name>),
                /// `head` of a phase: all that stands before its body
                Head,
                /// the whole item
                Whole,
            }

            /// To what a part belongs: `exception "G vs D"`.
            struct PartOwner {
                /// What kind of item.
                category: Category,
                /// Nothing of the order that has no name.
                name: Option<ItemName>,
                span: Span,
            }

            /// `before "speed"`, `after begins`
            struct Beside {
                /// Otherwise behind it.
                before: bool,
                /// Which part.
                part: ItemName,
            }

            /// What is put in the place of a part.
            #[allow(clippy::large_enum_variant, reason = "there are few, and they are read once")]
            enum NewPart {
                /// A stage of an action.
                Stage (stage: Stage),
                /// A row of a table.
                Row (row: Row),
                /// A key of an order.
                Key (key: Key),
                /// What must hold.
                Condition (condition: Expr),
                /// A title or text.
                Title (title: Text),
                /// What stands before the body of a phase.
                Head (head: Box<PhaseHead>),
                /// Statements.
                Body (body: Block),
            }

            /// `"title" counting from A to B lasting E while E`
            struct PhaseHead = new_head {
                title: Option<Text>,
                /// Whose turn it is, one after the other.
                turns: Option<Box<Turns>>,
                /// From where to where it counts.
                counting: Option<Counting>,
                /// How long one count lasts.
                "lasting" lasting: Option<Expr> = lasting,
                /// What must hold for it to begin again.
                "while" while_: Option<Expr> = phase_while,
                span: Span,
            }
        }
    };
}
pub(in crate::syntax) use change_nodes;

change_nodes!(type_node);
