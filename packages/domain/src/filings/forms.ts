/**
 * Forms that inform shareholders, without the '/A' of amendments. Insiders' forms (3, 4, 5, 144) are left out as noise. 424B2 is left out because large banks
 * file hundreds a day for structured notes.
 */
export const INFORMATION_FORMS = {
	'8-K': 'current report',
	'6-K': 'report of a foreign issuer',
	'10-Q': 'quarterly report',
	'10-K': 'annual report',
	'20-F': 'annual report of a foreign issuer',
	'40-F': 'annual report of a Canadian issuer',
	'SC 13D': 'large holder',
	'SC 13G': 'large passive holder',
	'S-1': 'registration of an offering',
	'S-3': 'registration of offerings',
	'F-1': 'registration of an offering of a foreign issuer',
	'424B1': 'offering prospectus',
	'424B3': 'offering prospectus',
	'424B4': 'offering prospectus',
	'424B5': 'offering prospectus',
	'SC TO-T': 'tender offer by another company',
	'SC TO-I': "tender offer for the issuer's own shares",
	'SC 14D9': 'answer to a tender offer',
	DEFM14A: 'proxy statement on a merger',
	PREM14A: 'preliminary proxy statement on a merger',
	'S-4': 'registration of shares for a merger',
	'425': 'statement on a merger',
	'SC 13E3': 'going private',
	'25': 'end of listing',
	'25-NSE': 'end of listing, by the exchange',
	'15-12B': 'end of registration',
	'15-12G': 'end of registration',
	'15-15D': 'end of reporting duty',
} as const;

export type InformationForm = keyof typeof INFORMATION_FORMS;

/** Items of an 8-K. */
export const ITEM_TEXTS = {
	'1.01': 'material agreement',
	'1.02': 'end of a material agreement',
	'1.03': 'bankruptcy',
	'1.04': 'mine safety',
	'1.05': 'cybersecurity incident',
	'2.01': 'acquisition or disposal completed',
	'2.02': 'results',
	'2.03': 'new financial obligation',
	'2.04': 'obligation accelerated',
	'2.05': 'restructuring costs',
	'2.06': 'impairment',
	'3.01': 'delisting notice',
	'3.02': 'unregistered sale of shares',
	'3.03': "change of holders' rights",
	'4.01': 'change of auditor',
	'4.02': 'earlier statements withdrawn',
	'5.01': 'change of control',
	'5.02': 'officers or directors',
	'5.03': 'change of bylaws',
	'5.07': 'vote of shareholders',
	'5.08': 'nominations of directors',
	'7.01': 'Regulation FD disclosure',
	'8.01': 'other events',
	'9.01': 'exhibits',
} as const;

export type Item = keyof typeof ITEM_TEXTS;

/** Equivalent forms: 13D and 13G since December 2024, reports after a change of fiscal year, first reports of a successor issuer. */
const EQUIVALENT_FORMS: Readonly<Record<string, InformationForm>> = {
	'SCHEDULE 13D': 'SC 13D',
	'SCHEDULE 13G': 'SC 13G',
	'10-KT': '10-K',
	'10-QT': '10-Q',
	'8-K12B': '8-K',
	'8-K12G3': '8-K',
};

/** Returns the information form of a form as filed: '8-K/A' -> '8-K'; undefined for every other form. */
export function informationForm(form: string): InformationForm | undefined {
	const baseForm = form.trim().toUpperCase().replace(/\/A$/, '');
	const canonical = EQUIVALENT_FORMS[baseForm] ?? baseForm;
	return Object.hasOwn(INFORMATION_FORMS, canonical) ? (canonical as InformationForm) : undefined;
}

/** Whether the form ends a listing (25) or registration (15). */
export function isEndOfListing(form: string): boolean {
	return /^(25|15)(-|$)/.test(informationForm(form) ?? '');
}

/** Exhibits accompany another item and say nothing about the content. */
const EXHIBITS_ITEM = '9.01';

/** Describes the subject of a filing, from its items or else its form: 'results, officers or directors'. */
export function describeFiling(
	form: string,
	items: readonly string[],
	describeItem: (item: Item) => string = (item) => ITEM_TEXTS[item],
): string {
	const knownItems = items.filter((item): item is Item => item !== EXHIBITS_ITEM && Object.hasOwn(ITEM_TEXTS, item));
	if (knownItems.length > 0) return knownItems.map(describeItem).join(', ');
	return INFORMATION_FORMS[informationForm(form) as InformationForm] ?? form;
}
