import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';

/** What stands in the pictures: the machine's own fonts are different everywhere. */
const FONTS = [
	import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
	import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
].map((address) => fileURLToPath(address));

/** An SVG of our own as a PNG, in its own size. The work is done beside the event loop. */
export const drawPng = async (svg: string): Promise<Buffer> => {
	const image = await renderAsync(svg, {
		font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Inter' },
		fitTo: { mode: 'original' },
	});
	return image.asPng();
};
