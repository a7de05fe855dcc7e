/** Texts of embedding a ticker. */
export const embedWords = {
	lead: 'Visitors see the latest public report. The embed loads nothing else and sets no cookie.',
	missing: 'No public report includes this ticker yet, so the embed stays empty for now.',
	colours: 'Colours',
	themes: { auto: 'Visitor’s setting', light: 'Light', dark: 'Dark' },
	card: 'Card',
	wheel: 'Wheel',
	kinds: { card: 'frame, 320 × 400', wheel: 'image' },
	copied: (kind: string, ticker: string) => `${kind} of ${ticker}`,
	title: (ticker: string) => `${ticker} on Signalwheel`,
	alt: (ticker: string) => `Signal wheel of ${ticker}, by Signalwheel`,
	preview: 'Wheel preview',
} as const;
