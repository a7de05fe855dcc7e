import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';

/** Bundled fonts, since system fonts differ between machines. */
const FONTS = [
	import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
	import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
].map((address) => fileURLToPath(address));

/** Renders an SVG as a PNG of the same size, off the event loop. */
export const drawPng = async (svg: string): Promise<Buffer> => {
	const image = await renderAsync(svg, {
		font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Inter' },
		fitTo: { mode: 'original' },
	});
	return image.asPng();
};
