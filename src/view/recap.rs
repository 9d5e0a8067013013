//! A run retold for the log of a group: a few sentences for each round, in markdown. Made of titles, results and reasons as the rules give them; the
//! bookkeeping between them is left out.

