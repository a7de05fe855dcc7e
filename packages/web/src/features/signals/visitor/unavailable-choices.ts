import { activeChoices } from '../../../entities/list-state/choices.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { visitorWords } from './visitor-words.ts';

/** Returns the names of the choices in the URL that a visitor's list ignores. Direction and ticker type apply to all readers. */
export function findUnavailableChoices(state: ListState): string[] {
	return activeChoices(state).flatMap((kind) => (kind === 'operation' || kind === 'tickerType' ? [] : [visitorWords.kinds[kind]]));
}
