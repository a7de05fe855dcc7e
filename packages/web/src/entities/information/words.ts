import { describeFiling, ITEM_TEXTS, type Item } from '@sw/domain/filings/forms';
import type { InformationLookBack } from '@sw/domain/filings/information';
import { formatCount } from '../../lib/format/numbers.ts';

/** Meanings with only one word. They are repeated here, because the extraction of translatable texts ignores single words in ITEM_TEXTS. */
const ONE_WORD: Partial<Record<Item, string>> = { '1.03': 'bankruptcy', '2.02': 'results', '2.06': 'impairment' };

/** Texts about filings. */
export const informationWords = {
	/** Describes a filing: '8-K: results, 11/20/2026 16:05 ET'. */
	filed: (form: string, items: readonly string[], when: string) => `${form}: ${meaningOf(form, items)}, ${when}`,
	none: {
		previous_close: 'No filings since the previous close',
		five_sessions: 'No filings in the last five sessions',
	} satisfies Record<InformationLookBack, string>,
	counts: (filed: number, unfiled: number) => `${formatCount(filed)} with a filing, ${formatCount(unfiled)} without`,
	title: 'Filings',
	about: 'Public filings from the last five sessions. Large moves with a filing tend to continue; those without one tend to reverse.',
	open: (form: string) => `${form} at the SEC`,
} as const;

/** Says what a filing is about, from its items, otherwise from its form. */
export function meaningOf(form: string, items: readonly string[]): string {
	return describeFiling(form, items, (item) => ONE_WORD[item] ?? ITEM_TEXTS[item]);
}
