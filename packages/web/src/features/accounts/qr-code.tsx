import { encode } from 'uqr';
import css from './factor.module.css';
import { factorWords } from './factor-words.ts';

/** A QR code, dark on light in every theme, because cameras can't read it otherwise. */
function QrCode({ text }: { text: string }) {
	const { size, data } = encode(text, { border: 2 });
	const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
	return (
		<svg className={css['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={factorWords.qr} shapeRendering="crispEdges">
			<rect width={size} height={size} fill="#fff" />
			<path d={dark.join('')} fill="#000" />
		</svg>
	);
}

/** Default export, for `lazy`: loaded only when an authenticator app is set up. */
export default QrCode;
