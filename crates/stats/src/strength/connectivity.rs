//! Whether strengths exist at all.

/// The groups of systems that cannot be put on one scale: the strongly connected components of the
/// graph with an edge from loser to winner (and both ways for a tie), in the order of their
/// smallest member. One group means that finite maximum-likelihood strengths exist and are unique
/// up to a shift (Ford 1957, "Solution of a ranking problem from binary comparisons", American
/// Mathematical Monthly 64, 28–33). Found with Tarjan's algorithm (1972), without recursion.
#[must_use]
pub fn components(systems: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); systems];
    for &(from, to) in edges {
        next[from].push(to);
    }
    for targets in &mut next {
        targets.sort_unstable();
        targets.dedup();
    }
    let mut walk = Walk { next: &next, index: vec![None; systems], low: vec![0; systems], ..Walk::default() };
    walk.on_stack = vec![false; systems];
    for root in 0..systems {
        if walk.index[root].is_none() {
            walk.visit(root);
        }
    }
    let mut groups = walk.groups;
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort();
    groups
}

#[derive(Default)]
struct Walk<'a> {
    next: &'a [Vec<usize>],
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    seen: usize,
    groups: Vec<Vec<usize>>,
}

impl Walk<'_> {
    fn enter(&mut self, node: usize) {
        self.index[node] = Some(self.seen);
        self.low[node] = self.seen;
        self.seen += 1;
        self.stack.push(node);
        self.on_stack[node] = true;
    }

    fn visit(&mut self, root: usize) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            let Some(&target) = self.next[node].get(*edge) else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    self.low[parent] = self.low[parent].min(self.low[node]);
                }
                if Some(self.low[node]) == self.index[node] {
                    self.close(node);
                }
                continue;
            };
            *edge += 1;
            match self.index[target] {
                None => {
                    self.enter(target);
                    path.push((target, 0));
                }
                Some(index) if self.on_stack[target] => self.low[node] = self.low[node].min(index),
                Some(_) => {}
            }
        }
    }

    fn close(&mut self, node: usize) {
        let mut group = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.on_stack[member] = false;
            group.push(member);
            if member == node {
                break;
            }
        }
        self.groups.push(group);
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn a_cycle_is_one_group_and_a_chain_is_many() {
        assert_eq!(components(3, &[(0, 1), (1, 2), (2, 0)]), vec![vec![0, 1, 2]]);
        assert_eq!(components(3, &[(0, 1), (1, 2)]), vec![vec![0], vec![1], vec![2]]);
        assert_eq!(components(4, &[(0, 1), (1, 0), (2, 3), (3, 2), (1, 2)]), vec![vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn ten_thousand_systems_in_a_line_do_not_overflow_the_stack() {
        let line: Vec<(usize, usize)> = (0..9_999).map(|i| (i, i + 1)).collect();
        assert_eq!(components(10_000, &line).len(), 10_000);
    }
}
