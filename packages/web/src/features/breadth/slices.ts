import type { BreadthSlice } from '@sw/domain/attention/breadth';
import type { Tone } from '@sw/domain/signals/wheel/model';

interface SliceFacts {
	name: string;
	tone: Tone;
	/** 'of tickers are …' */
	are: string;
}

/** How breadth speaks of a slice, in the order of its answers. */
export const SLICES: Record<BreadthSlice, SliceFacts> = {
	price_short: { name: 'Price up', tone: 'short', are: 'stretched up' },
	price_long: { name: 'Price down', tone: 'long', are: 'stretched down' },
	call_with_put: { name: 'Calls + puts', tone: 'sum', are: 'busy in options' },
	volume: { name: 'Volume', tone: 'volume', are: 'busy in shares' },
	call_without_put_long: { name: 'Put-heavy', tone: 'long', are: 'put-heavy' },
	call_without_put_short: { name: 'Call-heavy', tone: 'short', are: 'call-heavy' },
	squeeze: { name: 'Squeeze', tone: 'sum', are: 'tightly coiled' },
};
