import type { QUALITY_KINDS } from '@sw/contract/operations/operator-health';

type Kind = (typeof QUALITY_KINDS)[number];

/** Texts of the summary of wrong and missing data. */
export const qualityWords = {
	title: 'Data quality',
	summary: (open: number, unchecked: number) =>
		[
			open === 0 ? 'No open problems.' : `${open} open ${open === 1 ? 'problem' : 'problems'}.`,
			...(unchecked === 0 ? [] : [`${unchecked} ${unchecked === 1 ? 'check has' : 'checks have'} not run yet.`]),
		].join(' '),
	table: 'Problems by kind',
	kind: 'Kind',
	open: 'Open',
	newest: 'Newest',
	checked: 'Counted',
	meaning: 'Description',
	list: 'List',
	kinds: {
		gaps: { label: 'Gaps', meaning: 'Sessions with missing bars or reports', link: 'Open gaps' },
		splits: { label: 'Splits', meaning: 'Splits and overnight jumps to decide', link: 'Open splits' },
		quarantine: { label: 'Quarantine', meaning: 'Tickers without depths because of a jump', link: 'Open quarantine' },
		outliers: { label: 'Outliers', meaning: 'Unexplained jumps within a session', link: 'Open quarantine for outliers' },
	} satisfies Record<Kind, { label: string; meaning: string; link: string }>,
	unchecked: 'not checked yet',
	unknown: 'unknown',
	inList: 'in the list',
	note: 'Gaps, splits and outliers are counted by the last check, quarantine by the newest report.',
	empty: 'Nothing checked yet',
	emptyDetail: 'The daily checks count gaps, splits and outliers; the first report counts the quarantine.',
	start: 'Find gaps',
} as const;
