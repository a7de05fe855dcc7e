/** Lowest first. */
export const LICENCES = ['basic', 'premium', 'pro'] as const;
export type Licence = (typeof LICENCES)[number];
/** reverse: measured moves; forecast: rank of the expected move. */
export const ALGOS = ['reverse', 'forecast'] as const;
export type Algo = (typeof ALGOS)[number];

/** A slot of the timetable. */
export interface ScheduleSlot {
	/** UTC, 'HH:mm:ss'. */
	time: string;
	/** The lowest licence that includes the slot's report. */
	report: Licence;
	algo: Algo;
	/** False: no report is published for the slot. */
	is_use: boolean;
}
