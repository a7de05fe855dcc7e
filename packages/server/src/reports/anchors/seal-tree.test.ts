import { expect, it } from 'vitest';
import { computeRootFromPath, computeTreePath, computeTreeRoot } from './seal-tree.ts';

const LEAVES = Array.from({ length: 7 }, (_, i) => String(i).repeat(64));

it.each([1, 2, 3, 4, 5, 6, 7])('leads from each of %i leaves to the root, and from no other position or path', (size) => {
	const leaves = LEAVES.slice(0, size);
	const root = computeTreeRoot(leaves);
	for (const [index, leaf] of leaves.entries()) {
		const path = computeTreePath(leaves, index);
		expect(computeRootFromPath(leaf, index, size, path)).toBe(root);
		for (const otherIndex of [-1, size, size + 1]) expect(computeRootFromPath(leaf, otherIndex, size, path)).toBeUndefined();
		for (let other = 0; other < size; other++) if (other !== index) expect(computeRootFromPath(leaf, other, size, path)).not.toBe(root);
		expect(computeRootFromPath(leaf, index, size, [...path, leaf])).toBeUndefined();
		if (path.length > 0) expect(computeRootFromPath(leaf, index, size, path.slice(1))).toBeUndefined();
	}
});

it('has no root without leaves', () => {
	expect(computeTreeRoot([])).toBe('');
});
