/** The head of a table: one row of column names, which differ from each other. */
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
