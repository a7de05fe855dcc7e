import { candidateWords, type ExtremeTab, tabOperation } from '@sw/domain/signals/sector';
import type { WheelModel, WheelSlice } from '@sw/domain/signals/wheel/model';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import { landingWords as words } from './words.ts';

/** Minimum depth at which a sector other than the price is mentioned. */
const MIN_DEPTH = 3;

/** Describes a card: 'DELAR rose unusually far in an hour on heavy calls: a candidate to fall back.' */
export function plainSentence(ticker: string, tab: ExtremeTab, wheel: WheelModel): string {
	const ring = deepestRing(wheel, wheel.slices.find(isPrice));
	const timeframe: TimeframeIndex | undefined = wheel.rings[ring]?.timeframe;
	const heavy = ring === -1 ? undefined : deepestSector(wheel, ring);
	return [
		`${ticker} ${words.tabs[tab]}`,
		timeframe === undefined ? '' : ` ${words.spans[timeframe]}`,
		heavy ? ` ${words.heavy[heavy.key]}` : '',
		`: ${words.candidate(candidateWords(tab, tabOperation(tab)))}.`,
	].join('');
}

function isPrice({ key }: WheelSlice): boolean {
	return key.startsWith('price');
}

/** Finds the deepest sector on a ring, other than the price; undefined if none is deep enough. */
function deepestSector({ slices }: WheelModel, ring: number): WheelSlice | undefined {
	return slices
		.filter((slice) => !isPrice(slice) && (slice.depths[ring] ?? 0) >= MIN_DEPTH)
		.sort((a, b) => (b.depths[ring] ?? 0) - (a.depths[ring] ?? 0))[0];
}

/** Returns the index of the rated ring on which the price is deepest; -1 if none. Among equal depths, the longest timeframe wins. */
function deepestRing({ rings }: WheelModel, price: WheelSlice | undefined): number {
	let deepest = -1;
	for (const [at, { slot }] of rings.entries()) {
		const depth = price?.depths[at] ?? 0;
		if (slot && depth > 0 && depth >= (deepest === -1 ? 0 : (price?.depths[deepest] ?? 0))) deepest = at;
	}
	return deepest;
}
