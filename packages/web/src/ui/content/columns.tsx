/** The head of a table: one row of unique column names. */
export function Columns({ names }: { names: readonly string[] }) {
	return (
		<thead>
			<tr>
				{names.map((name) => (
					<th key={name} scope="col">
						{name}
					</th>
				))}
			</tr>
		</thead>
	);
}
