/** Why a position was closed. */
export const EXITS = ['horizon', 'stop', 'target', 'left'] as const;
export type Exit = (typeof EXITS)[number];

/** When a position is opened: at the open of the first slot, or of the first session, after the report. */
export const ENTRIES = ['slot', 'session'] as const;

/** When a back-test opens and closes positions. */
export interface TradeRule {
	readonly entry: (typeof ENTRIES)[number];
	/** Latest exit: number of third-timeframe bars after the report's bar. */
	readonly horizon: number;
	/** Move against the direction that closes the position, in typical moves over the horizon; null: none. */
	readonly stop: number | null;
	/** Move in the direction that closes the position, in typical moves over the horizon; null: none. */
	readonly target: number | null;
	/** Whether a position is closed after its ticker has left the list: at the open after the first report without the ticker. */
	readonly leaves: boolean;
}

/** Limits of `stop` and `target`. */
export const MIN_EXIT_LEVEL = 0.1;
export const MAX_EXIT_LEVEL = 10;

/** Returns the key of a trial: a question, given by its variant key, under a rule. */
export function ruleKey(variant: string, { entry, horizon, stop, target, leaves }: TradeRule): string {
	return JSON.stringify([variant, 'rule', entry, horizon, stop, target, leaves]);
}
