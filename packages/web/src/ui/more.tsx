import css from './more.module.css';

interface Props {
	/** 'and 4 more' */
	label: string;
	lines: readonly string[];
}

/** Too many lines to show: a button with their number opens them, without script too. */
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
