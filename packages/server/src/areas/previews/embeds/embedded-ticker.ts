import type { Tab } from '@sw/domain/signals/sector';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { formatEt } from '@sw/domain/time/format';
import type { TickerId } from '@sw/domain/time/units';

/** A ticker in the newest public report, as shown on other sites. */
export interface EmbeddedTicker {
	readonly id: TickerId;
	readonly symbol: string;
	readonly name: string;
	readonly tab: Tab;
	readonly rate: number;
	/** Such as 'candidate to fall'. */
	readonly candidate: string;
	readonly wheel: WheelModel;
	/** Label of the first strategy's longest rated timeframe, for the description. */
	readonly timeframe: string;
	/** Time of the report in milliseconds since 1970. */
	readonly report: number;
	/** Whether trading was halted or bars were late, so that depths are those of the last traded slot. */
	readonly stale: boolean;
	/** Name of the data source, such as 'Simulated market'. */
	readonly source: string;
	readonly simulated: boolean;
}

const SIMULATED = 'Simulated market';
const STALE = 'Stale: last traded slot';

/** Returns a line such as 'Report of 06/30/2026 11:45 AM ET'. */
export function formatReportLine({ report }: EmbeddedTicker): string {
	return `Report of ${formatEt(report, 'datetime')} ET`;
}

/** Returns the name of the data source, with notes if it is simulated or outdated. */
export function formatSourceLine({ source, simulated, stale }: EmbeddedTicker): string {
	return [source, ...(simulated && source !== SIMULATED ? [SIMULATED] : []), ...(stale ? [STALE] : [])].join(' · ');
}

/** Returns a line such as 'Candidate to fall'. */
export function formatCandidate({ candidate }: EmbeddedTicker): string {
	return `${candidate.charAt(0).toUpperCase()}${candidate.slice(1)}`;
}
