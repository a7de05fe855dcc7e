import type { BreadthSlice } from '@sw/domain/attention/breadth';
import type { Tone } from '@sw/domain/signals/wheel/model';
import { sliceWords } from './slice-words.ts';

interface SliceFacts {
	name: string;
	tone: Tone;
	/** 'of tickers are …' */
	are: string;
}

/** Slice names for breadth, in the order of its answers. */
export const SLICES: Record<BreadthSlice, SliceFacts> = {
	price_short: { ...sliceWords.price_short, tone: 'short' },
	price_long: { ...sliceWords.price_long, tone: 'long' },
	call_with_put: { ...sliceWords.call_with_put, tone: 'sum' },
	volume: { ...sliceWords.volume, tone: 'volume' },
	call_without_put_long: { ...sliceWords.call_without_put_long, tone: 'long' },
	call_without_put_short: { ...sliceWords.call_without_put_short, tone: 'short' },
	squeeze: { ...sliceWords.squeeze, tone: 'sum' },
};
