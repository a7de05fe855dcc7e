import { tickersText } from '../stars/favorites-words.ts';
import type { ScopeName } from './scopes.ts';

/** Lower-cases the first letter of a text, for use within a sentence. */
function inSentence(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The scope names of the specification. */
export const scopeWords: Record<ScopeName, string> = {
	filter: 'From this filter only',
	tab: 'From this tab only',
	all: 'From everywhere',
};

export const frozenWords = {
	frozenSaved: 'Update frozen list',
	frozenFailed: 'Failed to update frozen list',
	frozenFailedDetail: 'No changes were saved.',
	/** `which`: the tickers' symbols, or their number. */
	froze: (which: string | number, scope: ScopeName) => `${tickersText(which)} hidden ${inSentence(scopeWords[scope])}.`,
	thawed: (which: string | number) => `${tickersText(which)} unfrozen.`,
	undo: 'Undo',
} as const;
