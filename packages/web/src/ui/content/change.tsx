import css from './change.module.css';

interface Props {
	text: string;
	direction: 'up' | 'down' | 'flat';
	/** Whether the change is shown without color, because nearby colors have another meaning. */
	quiet?: boolean;
}

const ARROWS = { up: '▲', down: '▼', flat: '' } as const;

/** Shows a change with sign and arrow, so that color isn't the only cue. */
export function Change({ text, direction, quiet = false }: Props) {
	return (
		<span className={quiet ? css['change'] : `${css['change']} ${css[direction]}`}>
			<span className={css['arrow']} aria-hidden="true">
				{ARROWS[direction]}
			</span>
			{text}
		</span>
	);
}
