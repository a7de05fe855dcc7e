import { words } from '../shared/words.ts';
import css from './card.module.css';
import type { CardActions, CardView } from './card-view.ts';

/** A trader's actions on a ticker: the key that presses the button of the focused card or row, and the icon as an SVG path. */
const TOOLS = {
	freeze: ['x', 'M10 2v16M3 6l14 8M17 6 3 14'],
	alert: ['a', 'M4 14h12l-2-3V8a4 4 0 0 0-8 0v3zM8 17h4'],
	decide: ['d', 'm3 6 2 2 3-4M3 14l2 2 3-4M11 6h6M11 14h6'],
} as const;

interface Props {
	name: keyof typeof TOOLS;
	ticker: string;
	className: string | undefined;
	/** undefined for readers without this action. */
	onPress: (() => void) | undefined;
}

/** Shows the button for a trader's action on a card or row. */
export function CardTool({ name, ticker, className, onPress }: Props) {
	const label = words[name](ticker);
	const [key, path] = TOOLS[name];
	return onPress ? (
		<button type="button" className={className} data-key={key} title={label} aria-label={label} onClick={onPress}>
			<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
				<path d={path} />
			</svg>
		</button>
	) : null;
}

/** Shows the buttons that only traders have on a card. */
export function TraderTools({ card, actions: { freeze, alert, decide } }: { card: CardView; actions: CardActions }) {
	const toolProps = { ticker: card.ticker, className: css['tool'] };
	return (
		<>
			<CardTool {...toolProps} name="freeze" onPress={freeze && (() => freeze(card.id))} />
			<CardTool {...toolProps} name="alert" onPress={alert && (() => alert(card.ticker))} />
			<CardTool {...toolProps} name="decide" onPress={decide && (() => decide(card))} />
		</>
	);
}
