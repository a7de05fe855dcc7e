/** Words of showing a ticker on other sites. */
export const embedWords = {
	lead: 'Visitors see the newest report that is open to everybody. Nothing is loaded but this, and no cookie is set.',
	missing: 'No report that is open to everybody has this ticker yet: until one does, other sites show nothing.',
	colours: 'Colours',
	themes: { auto: 'The reader’s', light: 'Light', dark: 'Dark' },
	card: 'Card',
	wheel: 'Wheel',
	kinds: { card: 'a frame of 320 × 400', wheel: 'a picture' },
	copied: (kind: string, ticker: string) => `${kind} of ${ticker}`,
	title: (ticker: string) => `${ticker} on Signalwheel`,
	alt: (ticker: string) => `Signal wheel of ${ticker}, by Signalwheel`,
	preview: 'How the wheel looks',
} as const;
