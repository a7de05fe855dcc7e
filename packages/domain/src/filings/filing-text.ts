import { formatEt } from '../time/format.ts';
import { INFORMATION_FORMS, type InformationForm, ITEM_TEXTS, type Item, informationForm } from './forms.ts';
import type { Information, InformationLookBack } from './information.ts';

/** Exhibits come with another item and say nothing. */
const EXHIBITS = '9.01';

/** What a filing is about, by its items or its form: 'results, officers or directors'. */
export function filingMeaning(form: string, items: readonly string[], textOf: (item: Item) => string = (item) => ITEM_TEXTS[item]): string {
	const known = items.filter((item): item is Item => item !== EXHIBITS && Object.hasOwn(ITEM_TEXTS, item));
	if (known.length > 0) return known.map(textOf).join(', ');
	return INFORMATION_FORMS[informationForm(form) as InformationForm] ?? form;
}

const NO_FILING = {
	previous_close: 'no filing since the previous close',
	five_sessions: 'no filing in five sessions',
} satisfies Record<InformationLookBack, string>;

/** '8-K: results, 11/20/2026 4:05 PM ET', 'no filing since the previous close'; undefined where it is unknown. */
export function informationText({ state, lookBack, filing }: Information): string | undefined {
	if (filing) return `${filing.form}: ${filingMeaning(filing.form, filing.items)}, ${formatEt(filing.acceptedAt, 'datetime')} ET`;
	return state === 'no' ? NO_FILING[lookBack] : undefined;
}
