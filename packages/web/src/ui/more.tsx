import css from './more.module.css';

interface Props {
	/** 'and 4 more' */
	label: string;
	lines: readonly string[];
}

/** Lines that are too many to stand there at once: their number opens them, without script too. */
export const More = ({ label, lines }: Props) => (
	<details className={css['more']}>
		<summary>{label}</summary>
		<ul>
			{lines.map((line) => (
				<li key={line}>{line}</li>
			))}
		</ul>
	</details>
);
