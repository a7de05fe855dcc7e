import type { WheelModel } from '@sw/domain/signals/wheel/model';

export interface CardRow {
	readonly symbol: string;
	readonly name: string;
	/** A fraction: 0.05 is +5 %. */
	readonly change: number;
}

/** Content of a picture for link previews; absent parts are not drawn. */
export interface PreviewCard {
	readonly title: string;
	/** Below the title: what the numbers refer to. */
	readonly subtitle: string;
	/** Milliseconds; null before there is data. */
	readonly asOf: number | null;
	/** Name of the data source: 'Simulated market'. */
	readonly source: string;
	readonly rows: readonly CardRow[];
	readonly wheel?: { readonly model: WheelModel; readonly rate: number } | undefined;
	/** Text in place of rows or a wheel, if there are none. */
	readonly words: string;
	/** The product's host. */
	readonly site: string;
}
