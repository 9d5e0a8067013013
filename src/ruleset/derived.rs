//! What is worked out of a rule file and kept with it.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A cache of a rule file, one value per type: what layers above work out of the rules alone, such as their code. It is no part of what the
/// rules say: all caches are equal, and that of a copy is empty, so a copy can be changed before it is used.
#[derive(Default)]
pub struct Derived {
    kept: Mutex<Vec<Arc<dyn Any + Send + Sync>>>,
}

impl Derived {
    /// The value of a type; a default one where there is none yet. Time: proportional to the number of types in use, which is small.
    pub fn get<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept
            .iter()
            .find_map(|one| Arc::clone(one).downcast::<T>().ok());
        found.unwrap_or_else(|| {
            let new = Arc::new(T::default());
            kept.push(new.clone());
            new
        })
    }
}

impl Clone for Derived {
    fn clone(&self) -> Self {
        Derived::default()
    }
}

impl PartialEq for Derived {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Derived")
    }
}
