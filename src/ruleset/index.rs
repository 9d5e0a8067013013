//! Numbers of things, indices into lists and values of registers: how one is made of another. The standard library has no `From` for these, and
//! the inner loop of the machine has no room for checks. Each function says why nothing is lost.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use super::{ActMoment, Value};

const _: () = assert!(usize::BITS >= 32 && usize::BITS <= 64);

/// What names the elements of a list: an id, or a plain number.
pub trait Idx: Copy {
    /// The place of the element in the list.
    fn index(self) -> usize;
}

impl Idx for ActMoment {
    /// The moments in the order of their declaration.
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

impl Idx for u32 {
    /// An index has at least 32 bits on all platforms that the crate is compiled for.
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

/// The number of the element at an index, or of elements. Lists of rules, of runs and of graphs of runs have fewer than 2³² elements: limits and
/// memory end before.
#[inline(always)]
pub const fn to_number(index: usize) -> u32 {
    debug_assert!(index <= u32::MAX as usize);
    index as u32
}

/// An index, or a number of elements, as a value. No list has more than `isize::MAX` elements.
#[inline(always)]
pub const fn to_value(index: usize) -> Value {
    index as Value
}

/// A number of elements as an amount of work. An index has at most 64 bits on all platforms that the crate is compiled for.
#[inline(always)]
pub const fn to_amount(count: usize) -> u64 {
    count as u64
}

/// The number that a value holds: of a record, an act, an id. Such values are made of numbers, so that nothing is lost; of the missing value it is 0.
#[inline(always)]
pub const fn to_record(value: Value) -> u32 {
    value as u32
}

/// The index that a value holds, which was [made](to_value) of one.
#[inline(always)]
pub const fn to_index(value: Value) -> usize {
    value as usize
}

/// The place in a short list that a value holds: a slot, a stage, a key. Such values are made of places in lists that have fewer than 2¹⁶ elements.
#[inline(always)]
pub const fn to_place(value: Value) -> u16 {
    value as u16
}

/// The place of an element of a short list. Of slots, stages, keys and lines of tactics the check takes a thousand at most
/// ([`Limits::OF_ONE_SORT`](crate::source::Limits::OF_ONE_SORT)); no rule file has as many kinds, arguments and guards.
#[inline(always)]
pub const fn to_short(index: usize) -> u16 {
    debug_assert!(index <= u16::MAX as usize);
    index as u16
}

/// The same of a list that has fewer than 256 elements, as far as an instruction that names one by a byte is emitted.
#[inline(always)]
pub const fn to_byte(index: usize) -> u8 {
    debug_assert!(index <= u8::MAX as usize);
    index as u8
}

/// The lower half of a word, where the upper holds something else.
#[inline(always)]
pub const fn lower_half(word: u64) -> u32 {
    (word & 0xffff_ffff) as u32
}

/// A list whose elements are named by ids or numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexVec<I, T> {
    all: Vec<T>,
    named_by: PhantomData<I>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// The element of this name, if there is one.
    #[inline]
    pub fn get(&self, name: I) -> Option<&T> {
        self.all.get(name.index())
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, name: I) -> Option<&mut T> {
        self.all.get_mut(name.index())
    }
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<I, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(all: Vec<T>) -> Self {
        let named_by = PhantomData;
        IndexVec { all, named_by }
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, name: I) -> &T {
        &self.all[name.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    #[inline(always)]
    fn index_mut(&mut self, name: I) -> &mut T {
        &mut self.all[name.index()]
    }
}

impl<I, T> Deref for IndexVec<I, T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.all
    }
}

impl<I, T> DerefMut for IndexVec<I, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.all
    }
}
