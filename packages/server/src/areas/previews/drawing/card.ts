import type { WheelModel } from '@sw/domain/signals/wheel/model';

export interface CardRow {
	readonly symbol: string;
	readonly name: string;
	/** A fraction: 0.05 is +5 %. */
	readonly change: number;
}

/** What a picture for link cards says; what is absent is not drawn. */
export interface PreviewCard {
	readonly title: string;
	/** Below the title: what the title's numbers are of. */
	readonly subtitle: string;
	/** Milliseconds; null before there are numbers. */
	readonly asOf: number | null;
	/** Whose numbers these are: 'Simulated market'. */
	readonly source: string;
	readonly rows: readonly CardRow[];
	readonly wheel?: { readonly model: WheelModel; readonly rate: number } | undefined;
	/** Stands where rows or a wheel would, where there are none. */
	readonly words: string;
	/** The product's host. */
	readonly site: string;
}
