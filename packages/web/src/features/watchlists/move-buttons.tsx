import { buttonClass } from '../../ui/button.ts';
import { words } from './words.ts';

interface Props {
	name: string;
	busy: boolean;
	isFirst: boolean;
	isLast: boolean;
	/** `by`: -1 moves up, 1 down. */
	move: (step: number) => void;
}

/** Moves a row of a list by one place. */
export function MoveButtons({ name, busy, isFirst, isLast, move }: Props) {
	return (
		<>
			<button type="button" className={buttonClass} aria-label={words.upNamed(name)} disabled={busy || isFirst} onClick={() => move(-1)}>
				{words.up}
			</button>
			<button type="button" className={buttonClass} aria-label={words.downNamed(name)} disabled={busy || isLast} onClick={() => move(1)}>
				{words.down}
			</button>
		</>
	);
}
