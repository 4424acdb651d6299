import simpleRestProvider from 'ra-data-simple-rest';
import { type PropsWithChildren, useState } from 'react';
// Of react-admin its core alone: `floor-apps.ts` builds it so.
import { CoreAdmin, ListBase, type RaRecord, Resource, useListContext, useLogin } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link } from 'react-router';
import { authProvider } from './session.ts';

function Login() {
  const login = useLogin();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void login({ username, password });
      }}
    >
      <label>
        Username <input name="username" value={username} onChange={({ target }) => setUsername(target.value)} />
      </label>
      <label>
        Password
        <input name="password" type="password" value={password} onChange={({ target }) => setPassword(target.value)} />
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
}

const Layout = ({ children }: PropsWithChildren) => (
  <div>
    <nav>
      <Link to="/posts">Posts</Link> <Link to="/comments">Comments</Link>
    </nav>
    <main>{children}</main>
  </div>
);

function Table({ name, fields }: { name: string; fields: readonly string[] }) {
  const { data, isPending, page, setPage, total = 0, perPage } = useListContext<RaRecord>();
  if (isPending) return null;
  return (
    <>
      <table className={name}>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field}>{field}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data?.map((record) => (
            <tr key={record.id}>
              {fields.map((field) => (
                <td key={field}>{String(record[field])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
        Back
      </button>
      {page} / {Math.ceil(total / perPage)}
      <button type="button" onClick={() => setPage(page + 1)}>
        Next
      </button>
    </>
  );
}

const PostList = () => (
  <ListBase perPage={20}>
    <Table name="posts" fields={['title', 'author', 'date', 'views', 'published']} />
  </ListBase>
);

const CommentList = () => (
  <ListBase perPage={20}>
    <Table name="comments" fields={['body', 'author', 'email', 'date', 'score']} />
  </ListBase>
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <BrowserRouter>
    <CoreAdmin
      dataProvider={simpleRestProvider('/api')}
      authProvider={authProvider}
      loginPage={Login}
      layout={Layout}
      disableTelemetry
      requireAuth
    >
      <Resource name="posts" list={PostList} />
      <Resource name="comments" list={CommentList} />
    </CoreAdmin>
  </BrowserRouter>,
);
