import { type Box, squarify } from '../../../charts/treemap/squarify.ts';
import type { ListedCard } from '../../../lib/api/types.ts';

export interface MapTile {
	readonly item: ListedCard;
	/** Index on the page of the list. */
	readonly index: number;
	/** In percent of the group's box. */
	readonly box: Box;
}

export interface MapGroup {
	/** null: tickers whose industry is unknown. */
	readonly industry: string | null;
	/** In percent of the map. */
	readonly box: Box;
	readonly tiles: readonly MapTile[];
}

const FULL_BOX: Box = { left: 0, top: 0, width: 100, height: 100 };
/** Assumed market cap of a ticker without a known one, in dollars. The value is in the smallest tiers. */
const UNKNOWN_CAP = 5e7;

/**
 * Groups tickers by industry and lays them out as a treemap. Areas follow the square root of the market cap, because otherwise the largest company would
 * leave no room for the others. `shape`: the map's width divided by its height.
 */
export function mapGroups(items: readonly ListedCard[], shape: number): MapGroup[] {
	const byIndustry = Map.groupBy(
		items.map((item, at) => ({ item, index: at, value: Math.sqrt(item.capitalization ?? UNKNOWN_CAP) })),
		({ item }) => item.row?.industry ?? null,
	);
	const groups = [...byIndustry]
		.map(([industry, members]) => ({
			industry,
			members: members.sort((a, b) => b.value - a.value),
			value: members.reduce((sum, { value }) => sum + value, 0),
		}))
		.sort((a, b) => b.value - a.value);
	const boxes = layOutBoxes(
		groups.map(({ value }) => value),
		FULL_BOX,
		shape,
	);
	return groups.map(({ industry, members }, at) => {
		const box = boxes[at]!;
		const tiles = layOutBoxes(
			members.map(({ value }) => value),
			FULL_BOX,
			(shape * box.width) / box.height,
		);
		return { industry, box, tiles: members.map(({ item, index }, i) => ({ item, index, box: tiles[i]! })) };
	});
}

/** Lays out boxes that are nearly square on the screen, in percent of an area with the aspect ratio `shape`. */
function layOutBoxes(values: readonly number[], { width, height }: Box, shape: number): Box[] {
	return squarify(values, { left: 0, top: 0, width: width * shape, height }).map((box) => ({
		left: box.left / shape,
		top: box.top,
		width: box.width / shape,
		height: box.height,
	}));
}

/** Finds the tile that an arrow key moves to: the nearest center in that direction. Returns the tile's index on the page; undefined without one. */
export function findNearestTile(groups: readonly MapGroup[], index: number, key: string): number | undefined {
	const centres = groups.flatMap(({ box, tiles }) =>
		tiles.map((tile) => ({
			index: tile.index,
			x: box.left + ((tile.box.left + tile.box.width / 2) * box.width) / 100,
			y: box.top + ((tile.box.top + tile.box.height / 2) * box.height) / 100,
		})),
	);
	const origin = centres.find((centre) => centre.index === index);
	const direction = DIRECTIONS[key];
	if (!origin || !direction) return undefined;
	const [dx, dy] = direction;
	let nearest: { index: number; distance: number } | undefined;
	for (const { index: tileIndex, x, y } of centres) {
		const along = (x - origin.x) * dx + (y - origin.y) * dy;
		const across = Math.abs((x - origin.x) * dy) + Math.abs((y - origin.y) * dx);
		if (along <= 0.01 || across > 2 * along) continue;
		const distance = along + 2 * across;
		if (!nearest || distance < nearest.distance) nearest = { index: tileIndex, distance };
	}
	return nearest?.index;
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
	ArrowRight: [1, 0],
	ArrowLeft: [-1, 0],
	ArrowDown: [0, 1],
	ArrowUp: [0, -1],
};

/** Tiles have their full color if the day's change is at least this fraction. */
const FULL_CHANGE = 0.05;

/** Returns the strength of a tile's color in percent: 10 to 60, which keeps the text readable; 0 without a change. */
export function tintPercent(change: number | null): number {
	if (change === null || change === 0) return 0;
	return Math.round(10 + 50 * Math.min(1, Math.abs(change) / FULL_CHANGE));
}
