import { type WheelSize, wheelGeometry } from './geometry.ts';
import { MAX_DEPTH, TONES, type Tone, type WheelModel } from './model.ts';

/** One SVG path with all cells of a wheel that look the same. */
export interface WheelPath {
	/** lit: the depth is above 0; absent: not measurable. */
	kind: 'lit' | 'unlit' | 'absent';
	/** Only for lit cells. */
	tone?: Tone;
	depth?: number;
	d: string;
}

/** Merges cells that look the same into one path, so that a card has a dozen nodes, not thirty. The order is fixed: unlit, absent, then by tone and depth. */
export function mergePaths(wheel: WheelModel, size?: WheelSize): WheelPath[] {
	const geometry = wheelGeometry(
		wheel.slices.length,
		wheel.rings.map((r) => r.isRated),
		size,
	);
	const pathsByLook = new Map<string, string>();
	wheel.slices.forEach((slice, s) => {
		slice.depths.forEach((depth, r) => {
			const look = depth === null ? 'absent' : depth === 0 ? 'unlit' : `${slice.tone}${depth}`;
			pathsByLook.set(look, (pathsByLook.get(look) ?? '') + (geometry.cells[s]?.[r] ?? ''));
		});
	});
	const paths: WheelPath[] = [];
	for (const kind of ['unlit', 'absent'] as const) {
		const d = pathsByLook.get(kind);
		if (d) paths.push({ kind, d });
	}
	for (const tone of TONES) {
		for (let depth = 1; depth <= MAX_DEPTH; depth++) {
			const d = pathsByLook.get(`${tone}${depth}`);
			if (d) paths.push({ kind: 'lit', tone, depth, d });
		}
	}
	return paths;
}
