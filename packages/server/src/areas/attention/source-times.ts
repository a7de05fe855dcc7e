import { analyticsCalls } from '@sw/contract/attention/attention';
import type { AnswerOf } from '@sw/contract/base/define';
import { isoSeconds } from '@sw/domain/time/format';
import { SECOND } from '@sw/domain/time/units';
import { type Encoded, encoded } from '../answer.ts';
import type { AnalyticsParts } from './ports.ts';
import { sourceStates } from './present.ts';

type SourceTimes = AnswerOf<(typeof analyticsCalls)['analyticsTime']>;

/** State of every source; rebuilt once per market second, and after each counted hour. */
export function createSourceTimes(parts: Pick<AnalyticsParts, 'window' | 'now' | 'source'>): () => Encoded<SourceTimes> {
	let kept: { version: number; second: number; made: Encoded<SourceTimes> } | undefined;
	return () => {
		const [version, second] = [parts.window.version(), Math.floor(parts.now() / SECOND)];
		if (kept?.version === version && kept.second === second) return kept.made;
		const made = encoded(analyticsCalls.analyticsTime.answers[200], {
			simulated: parts.source.simulated,
			provider: parts.source.label,
			now: isoSeconds(parts.now()),
			items: sourceStates(parts),
		});
		kept = { version, second, made };
		return made;
	};
}
