/** The head of a table: one row of unique column names. */
export const Columns = ({ names }: { names: readonly string[] }) => (
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
