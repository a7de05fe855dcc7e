import { INFORMATION_STATES, type InformationState } from '@sw/domain/filings/information';
import { tallyEpisodes } from '@sw/domain/research/measured-episodes';
import { mainHorizon } from '@sw/domain/research/search-question';
import { runInSteps } from '../../platform/concurrency/run-in-steps.ts';
import type { ResearchParts } from '../parts.ts';
import { type Luck, mainAnswer, type ValidationAnswer } from '../search/search-answers.ts';
import { blockAt } from '../search/search-step.ts';
import type { Measured } from './measure.ts';

/**
 * The record with a filing, without one, and where it is not known, at the main horizon; each occurrence belongs to the state of its ticker in the report in
 * which it begins. Yields to other requests.
 */
export async function informationRecord(
	{ calendar }: Pick<ResearchParts, 'calendar'>,
	{ question, episodes }: Measured,
	luck: Luck,
): Promise<ValidationAnswer['information']> {
	const horizon = mainHorizon(question);
	const part = async (state: InformationState) => {
		const wanted = INFORMATION_STATES.indexOf(state);
		const occurrences = episodes.information.reduce((count, found) => count + Number(found === wanted), 0);
		const takes = (i: number): boolean => episodes.information[i] === wanted;
		const tally = await runInSteps(tallyEpisodes(episodes, horizon, takes, (time) => blockAt(calendar, question, horizon, time)));
		return { occurrences, result: mainAnswer(question, tally, luck) };
	};
	return { with: await part('yes'), without: await part('no'), unknown: await part('unknown') };
}
