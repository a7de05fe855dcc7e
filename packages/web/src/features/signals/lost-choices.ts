import { activeChoices } from '../../entities/list-state/choices.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { visitorWords } from './visitor-words.ts';

/** What an address asks for besides, and a visitor's list does not show; the direction is everybody's. */
export const lostChoices = (state: ListState): string[] =>
	activeChoices(state).flatMap((kind) => (kind === 'operation' ? [] : [visitorWords.kinds[kind]]));
