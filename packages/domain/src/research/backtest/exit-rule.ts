/** Why a position was closed. */
export const EXITS = ['horizon', 'stop', 'target', 'left'] as const;
export type Exit = (typeof EXITS)[number];

/** When a position is opened: at the open of the first slot after the report, or of the first session after it. */
export const ENTRIES = ['slot', 'session'] as const;

/** When a back-test opens and closes positions. */
export interface TradeRule {
	readonly entry: (typeof ENTRIES)[number];
	/** Latest exit: bars of the third timeframe after the report's. */
	readonly horizon: number;
	/** Move against the direction at which the position is closed, in typical moves over the horizon; null: none. */
	readonly stop: number | null;
	/** Move in the direction at which the position is closed, in typical moves over the horizon; null: none. */
	readonly target: number | null;
	/** Whether the position is closed at the open after the first report in which the ticker is no longer in the list. */
	readonly leaves: boolean;
}

/** Limits of `stop` and `target`. */
export const MIN_EXIT_LEVEL = 0.1;
export const MAX_EXIT_LEVEL = 10;

/** Identifies a trial of an account: a question, given by its variant key, under a rule. */
export function ruleKey(variant: string, { entry, horizon, stop, target, leaves }: TradeRule): string {
	return JSON.stringify([variant, 'rule', entry, horizon, stop, target, leaves]);
}
