import css from './line-swatch.module.css';
import { styleOf } from './lines.ts';

/** Shows a short sample of a line, for legends. */
export function LineSwatch({ index }: { index: number }) {
	const { token, dash, width } = styleOf(index);
	return (
		<svg className={css['swatch']} viewBox="0 0 32 10" width="32" height="10" aria-hidden="true">
			<path d="M0 5H32" style={{ stroke: `var(${token})` }} strokeWidth={width} strokeDasharray={dash} />
		</svg>
	);
}
