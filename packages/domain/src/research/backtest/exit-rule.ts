/** Why a position was closed. */
export const EXITS = ['horizon', 'stop', 'target', 'left'] as const;
export type Exit = (typeof EXITS)[number];

export const ENTRIES = ['slot', 'session'] as const;

/** How a back-test enters and leaves. */
export interface TradeRule {
	/** At the open of the first slot after the report, or of the first session after it. */
	readonly entry: (typeof ENTRIES)[number];
	/** Latest exit: bars of the third timeframe after the report's. */
	readonly horizon: number;
	/** Typical moves over the horizon against and for the direction at which it is closed; null: never. */
	readonly stop: number | null;
	readonly target: number | null;
	/** Whether it is closed at the open after the first report in which the ticker has left the list. */
	readonly leaves: boolean;
}

export const LEAST_LEVEL = 0.1;
export const LARGEST_LEVEL = 10;

/** A trial of an account: the question (a variant key) under this rule. */
export function ruleKey(variant: string, { entry, horizon, stop, target, leaves }: TradeRule): string {
	return JSON.stringify([variant, 'rule', entry, horizon, stop, target, leaves]);
}
