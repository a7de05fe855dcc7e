interface Props {
	filled?: boolean;
}

const POINTS = '10,1.8 12.5,7.3 18.5,8 14.1,12.1 15.3,18 10,15.1 4.7,18 5.9,12.1 1.5,8 7.5,7.3';

/** A star, filled for a favourite and otherwise an outline, so that color is not the only cue. */
export function Star({ filled = false }: Props) {
	return (
		<svg viewBox="0 0 20 20" width="15" height="15" aria-hidden="true" strokeWidth="1.5" strokeLinejoin="round">
			<polygon points={POINTS} fill={filled ? 'var(--star)' : 'none'} stroke={filled ? 'var(--star)' : 'currentColor'} />
		</svg>
	);
}
