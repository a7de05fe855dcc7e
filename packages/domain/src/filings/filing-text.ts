import { INFORMATION_FORMS, type InformationForm, ITEM_TEXTS, type Item, informationForm } from './forms.ts';

/** Exhibits come with another item and say nothing. */
const EXHIBITS = '9.01';

/** What a filing is about, by its items or its form: 'results, officers or directors'. */
export function filingMeaning(form: string, items: readonly string[], textOf: (item: Item) => string = (item) => ITEM_TEXTS[item]): string {
	const known = items.filter((item): item is Item => item !== EXHIBITS && Object.hasOwn(ITEM_TEXTS, item));
	if (known.length > 0) return known.map(textOf).join(', ');
	return INFORMATION_FORMS[informationForm(form) as InformationForm] ?? form;
}
