/** The hash tree of RFC 9162, section 2.1, over the links of the record seals: one seal can be proven without revealing any other. */
import { createHash } from 'node:crypto';

/** Computes the root in hex; empty if there are no leaves. */
export function computeTreeRoot(leaves: readonly string[]): string {
	return leaves.length === 0 ? '' : computeRoot(hashLeaves(leaves)).toString('hex');
}

/** Computes the sibling hashes on the path from the leaf at `index` (from 0) to the root, starting at the leaf. */
export function computeTreePath(leaves: readonly string[], index: number): string[] {
	return computePath(hashLeaves(leaves), index).map((hash) => hash.toString('hex'));
}

/** Computes the root from one leaf, its `index` among `size` leaves (from 0) and its path; undefined if the path has the wrong length. */
export function computeRootFromPath(leaf: string, index: number, size: number, path: readonly string[]): string | undefined {
	const computeSubtreeRoot = (leafIndex: number, leafCount: number, pathLength: number): Buffer | undefined => {
		if (leafCount === 1) return pathLength === 0 ? hash(0, Buffer.from(leaf, 'hex')) : undefined;
		const siblingHex = path[pathLength - 1];
		if (siblingHex === undefined) return undefined;
		const leftCount = splitPoint(leafCount);
		const childRoot =
			leafIndex < leftCount
				? computeSubtreeRoot(leafIndex, leftCount, pathLength - 1)
				: computeSubtreeRoot(leafIndex - leftCount, leafCount - leftCount, pathLength - 1);
		if (!childRoot) return undefined;
		const sibling = Buffer.from(siblingHex, 'hex');
		return leafIndex < leftCount ? hash(1, childRoot, sibling) : hash(1, sibling, childRoot);
	};
	return index >= 0 && index < size ? computeSubtreeRoot(index, size, path.length)?.toString('hex') : undefined;
}

function hash(prefix: number, ...parts: Buffer[]): Buffer {
	return createHash('sha256')
		.update(Buffer.concat([Buffer.of(prefix), ...parts]))
		.digest();
}

function hashLeaves(leaves: readonly string[]): Buffer[] {
	return leaves.map((leaf) => hash(0, Buffer.from(leaf, 'hex')));
}

/** Returns the largest power of two below `count`, which must be at least 2. */
function splitPoint(count: number): number {
	return 2 ** Math.ceil(Math.log2(count) - 1);
}

function computeRoot(hashes: readonly Buffer[]): Buffer {
	if (hashes.length === 1) return hashes[0] as Buffer;
	const half = splitPoint(hashes.length);
	return hash(1, computeRoot(hashes.slice(0, half)), computeRoot(hashes.slice(half)));
}

function computePath(hashes: readonly Buffer[], index: number): Buffer[] {
	if (hashes.length <= 1) return [];
	const half = splitPoint(hashes.length);
	const [left, right] = [hashes.slice(0, half), hashes.slice(half)];
	return index < half ? [...computePath(left, index), computeRoot(right)] : [...computePath(right, index - half), computeRoot(left)];
}
