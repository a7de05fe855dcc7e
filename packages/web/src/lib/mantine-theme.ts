import { createTheme } from '@mantine/core';

/** What Mantine's own parts need to know; colours come from `styles/tokens.css`. */
export const theme = createTheme({
	fontFamily: 'var(--font)',
	primaryColor: 'violet',
	defaultRadius: 'md',
	respectReducedMotion: true,
});
