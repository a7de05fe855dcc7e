import { candidateLabel, type ExtremeTab, tabOperation } from '@sw/domain/signals/sector';
import type { WheelModel, WheelSlice } from '@sw/domain/signals/wheel/model';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import { landingWords as words } from './words.ts';

/** Minimum depth at which a sector other than the price is mentioned. */
const MIN_DEPTH = 3;

/** Describes a card: 'DELAR rose unusually far in an hour on heavy calls: a candidate to fall back.' */
export function describeCard(ticker: string, tab: ExtremeTab, wheel: WheelModel): string {
	const ring = findDeepestRing(wheel, wheel.slices.find(isPrice));
	const timeframe: TimeframeIndex | undefined = wheel.rings[ring]?.timeframe;
	const heavySector = ring === -1 ? undefined : findDeepestSector(wheel, ring);
	return [
		`${ticker} ${words.tabs[tab]}`,
		timeframe === undefined ? '' : ` ${words.spans[timeframe]}`,
		heavySector ? ` ${words.heavy[heavySector.key]}` : '',
		`: ${words.candidate(candidateLabel(tab, tabOperation(tab)))}.`,
	].join('');
}

function isPrice({ key }: WheelSlice): boolean {
	return key.startsWith('price');
}

/** Finds the deepest sector on a ring, other than the price; undefined if none is deep enough. */
function findDeepestSector({ slices }: WheelModel, ring: number): WheelSlice | undefined {
	return slices
		.filter((slice) => !isPrice(slice) && (slice.depths[ring] ?? 0) >= MIN_DEPTH)
		.sort((a, b) => (b.depths[ring] ?? 0) - (a.depths[ring] ?? 0))[0];
}

/** Returns the index of the rated ring on which the price is deepest; -1 if none. Among equal depths, the longest timeframe wins. */
function findDeepestRing({ rings }: WheelModel, price: WheelSlice | undefined): number {
	let deepest = -1;
	for (const [index, { isRated }] of rings.entries()) {
		const depth = price?.depths[index] ?? 0;
		if (isRated && depth > 0 && depth >= (deepest === -1 ? 0 : (price?.depths[deepest] ?? 0))) deepest = index;
	}
	return deepest;
}
