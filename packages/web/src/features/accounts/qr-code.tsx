import { encode } from 'uqr';
import css from './factor.module.css';
import { factorWords } from './factor-words.ts';

/** Draws a QR code, dark on light in every theme, because otherwise cameras can't read it. */
function QrCode({ text }: { text: string }) {
	const { size, data } = encode(text, { border: 2 });
	const darkPaths = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
	return (
		<svg className={css['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={factorWords.qr} shapeRendering="crispEdges">
			<rect width={size} height={size} fill="#fff" />
			<path d={darkPaths.join('')} fill="#000" />
		</svg>
	);
}

/** Default export for `lazy`. It loads only when a reader sets up an authenticator app. */
export default QrCode;
