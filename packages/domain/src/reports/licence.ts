/** Licences in order; a report slot names the lowest one that includes it. */
export const LICENCES = ['basic', 'premium', 'pro'] as const;
export type Licence = (typeof LICENCES)[number];
export const ALGOS = ['reverse', 'forecast'] as const;
export type Algo = (typeof ALGOS)[number];

/** A slot of the timetable. `time` is UTC 'HH:mm:ss'. `report` is the lowest licence that includes it. */
export interface ScheduleSlot {
	time: string;
	report: Licence;
	algo: Algo;
	is_use: boolean;
}
