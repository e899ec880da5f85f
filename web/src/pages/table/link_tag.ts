// Where a table plays on several links, each has a letter that stands at its meter and at its sensors.
export const link_tag = (index: number, count: number) => (count > 1 ? 'ABC'.charAt(index) : '');
