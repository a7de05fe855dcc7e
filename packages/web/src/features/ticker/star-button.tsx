import { starWords as words } from '../../entities/stars/words.ts';
import { Star } from '../../ui/controls/star.tsx';
import css from './ticker.module.css';

interface Props {
	ticker: string;
	favorite: boolean;
	star: () => void;
}

/** The ticker's favourite star. */
export function StarButton({ ticker, favorite, star }: Props) {
	const label = favorite ? words.unstar(ticker) : words.star(ticker);
	return (
		<button type="button" className={`${css['star']} needs-script`} aria-pressed={favorite} aria-label={label} title={label} onClick={star}>
			<Star filled={favorite} />
		</button>
	);
}
