#!/usr/bin/env python3
"""Grids (~200 points per function) with mpmath truth (50 digits where a series exists, quadrature for ptukey).

Run from the repository root: python reference/dist/grid.py   (some minutes)
"""
import mpmath as mp, itertools, csv, sys, math, time
mp.mp.dps=50
RTOL={'pbeta.csv':'4e-13','pchisq.csv':'4e-13','pt_upper.csv':'4e-13'}
def w(name,hdr,rows):
    with open('reference/dist/'+name,'w',newline='') as f:
        f.write('# mpmath 1.4.1 (ptukey: numpy 2.3.3 and scipy 1.17.1 quadrature); python reference/dist/grid.py\n')
        c=csv.writer(f,lineterminator='\n'); c.writerow(hdr+['rtol']); c.writerows(r+[RTOL.get(name,'1e-10')] for r in rows)
    print(name,len(rows),flush=True)
def F(x): return mp.nstr(x,25,min_fixed=0,max_fixed=0)
# --- regularised incomplete beta / gamma by continued fraction / series at high precision ---
def _betacf(a,b,x):
    tiny=mp.mpf(10)**(-mp.mp.dps*4); eps=mp.mpf(10)**(-mp.mp.dps+2)
    qab=a+b; qap=a+1; qam=a-1
    c=mp.mpf(1); d=1-qab*x/qap
    if d==0: d=tiny
    d=1/d; h=d; m=0
    while True:
        m+=1; m2=2*m
        aa=m*(b-m)*x/((qam+m2)*(a+m2))
        d=1+aa*d; d=tiny if d==0 else d; c=1+aa/c; c=tiny if c==0 else c; d=1/d; h*=d*c
        aa=-(a+m)*(qab+m)*x/((a+m2)*(qap+m2))
        d=1+aa*d; d=tiny if d==0 else d; c=1+aa/c; c=tiny if c==0 else c; d=1/d; de=d*c; h*=de
        if abs(de-1)<eps: return h
        if m>200000: raise RuntimeError('cf')
def ib2(a,b,x,y=None):
    """(lower,upper) of I_x(a,b); y=1-x may be given exactly"""
    a,b,x=mp.mpf(a),mp.mpf(b),mp.mpf(x); y=1-x if y is None else mp.mpf(y)
    lb=mp.loggamma(a)+mp.loggamma(b)-mp.loggamma(a+b)
    fr=mp.exp(a*mp.log(x)+b*mp.log(y)-lb)
    if x<(a+1)/(a+b+2):
        p=fr*_betacf(a,b,x)/a; return p,1-p
    q=fr*_betacf(b,a,y)/b; return 1-q,q
def ig2(a,x):
    """(lower,upper) regularised gamma"""
    a,x=mp.mpf(a),mp.mpf(x)
    fr=mp.exp(a*mp.log(x)-x-mp.loggamma(a)); eps=mp.mpf(10)**(-mp.mp.dps+2)
    if x<a+1:
        s=t=1/a; n=a
        while True:
            n+=1; t*=x/n; s+=t
            if t<s*eps: break
        p=s*fr; return p,1-p
    tiny=mp.mpf(10)**(-mp.mp.dps*4)
    b=x+1-a; c=1/tiny; d=1/b; h=d; i=0
    while True:
        i+=1; an=-i*(i-a); b+=2
        d=an*d+b; d=tiny if d==0 else d; c=b+an/c; c=tiny if c==0 else c; d=1/d; de=d*c; h*=de
        if abs(de-1)<eps: break
    q=h*fr; return 1-q,q
rows=[]
for a,b in [(0.01,0.01),(0.5,0.5),(0.5,5),(1,1),(2,3),(5,0.5),(10,10),(0.5,500),(50,2),(100,100),(1e3,2e3),(1e-3,10),(1e4,1e4),(300,0.1)]:
    for x in [1e-300,1e-100,1e-20,1e-8,1e-3,0.05,0.2,0.4999,0.5,0.5001,0.8,0.95,0.999,1-2**-40,1-2**-52]:
        p,q=ib2(a,b,x)
        if p>mp.mpf('1e-300') and q>mp.mpf('1e-300'): rows.append([a,b,repr(x),F(p),F(q)])
w('pbeta.csv',['a','b','x','lower','upper'],rows)
# --- central t, both moderate and extreme ---
rows=[]
for df in [1,1.5,2,3,5,10,30,100,1000,1e5,1e8]:
    for t in [1e-10,1e-4,0.1,0.5,1,1.96,3,5,8,12,20,40,100,1e4,1e8,1e20]:
        d=mp.mpf(df); x=d/(d+mp.mpf(t)**2)
        up=ib2(d/2,mp.mpf(1)/2,x,mp.mpf(t)**2/(d+mp.mpf(t)**2))[0]/2
        if up>mp.mpf('1e-300'): rows.append([df,repr(t),F(up)])
w('pt_upper.csv',['df','t','upper'],rows)
# --- gamma upper/lower (chi2) ---
rows=[]
for k in [0.1,1,2,3,5,10,30,100,500,1000,1e4,1e5]:
    for z in [-30,-8,-5,-3,-1,-0.1,0,0.1,1,3,5,8,12,20,37]:
        x=k+z*math.sqrt(2*k)
        if x<=0: continue
        a=mp.mpf(k)/2; X=mp.mpf(x)/2
        lo,up=ig2(a,X)
        if up>mp.mpf('1e-300') and lo>mp.mpf('1e-300'): rows.append([k,repr(x),F(lo),F(up)])
w('pchisq.csv',['df','x','lower','upper'],rows)
# --- noncentral chi2: Poisson mixture ---
def pois_mix(lam2,f):
    """sum_j Pois(j;lam2) f(j): start at mode and go both ways until negligible."""
    m=int(lam2); s=mp.mpf(0); sc=mp.mpf(0)
    def wj(j): return mp.exp(-lam2+j*mp.log(lam2)-mp.loggamma(j+1))
    j=m
    while True:
        wt=wj(j); 
        if wt<mp.mpf(10)**(-45) and j>m+5: break
        v=f(j); s+=wt*v[0]; sc+=wt*v[1]; j+=1
    j=m-1
    while j>=0:
        wt=wj(j)
        if wt<mp.mpf(10)**(-45): break
        v=f(j); s+=wt*v[0]; sc+=wt*v[1]; j-=1
    return s,sc
mp.mp.dps=40
rows=[]
for df in [1,2,5,10,50,100]:
    for ncp in [0.1,1,5,20,100,400]:
        mean=df+ncp; sd=math.sqrt(2*(df+2*ncp))
        for z in [-3,-1.5,0,1.5,3,6]:
            x=mean+z*sd
            if x<=0: continue
            l=mp.mpf(ncp)/2; X=mp.mpf(x)/2
            p,q=pois_mix(l,lambda j: ig2(mp.mpf(df)/2+j,X))
            rows.append([df,ncp,repr(x),F(p),F(q)])
w('pnchisq.csv',['df','ncp','x','lower','upper'],rows)
# --- noncentral F ---
rows=[]
for d1 in [1,2,4,9]:
    for d2 in [5,20,100,1000]:
        for ncp in [0.5,3,10,40]:
            for x in [0.3,1.0,2.5,6.0]:
                y=mp.mpf(d1)*mp.mpf(x)/(mp.mpf(d1)*mp.mpf(x)+d2); l=mp.mpf(ncp)/2
                p,q=pois_mix(l,lambda j: ib2(mp.mpf(d1)/2+j,mp.mpf(d2)/2,y))
                rows.append([d1,d2,ncp,repr(x),F(p),F(q)])
w('pnf.csv',['df1','df2','ncp','x','lower','upper'],rows)
# --- noncentral t by direct integration: P(T<=t)=int Phi(t*s/sqrt... ) ---
# T=(Z+d)/sqrt(V/nu): P(T<=t)=int_0^inf Phi(t*sqrt(v/nu)-d) f_chi2(v;nu) dv ; use u=sqrt(v)
mp.mp.dps=30
def pnt(t,nu,d,upper):
    t,nu,d=mp.mpf(t),mp.mpf(nu),mp.mpf(d)
    lc=mp.log(2)-(nu/2)*mp.log(2)-mp.loggamma(nu/2)
    def dens(u): return mp.exp(lc+(nu-1)*mp.log(u)-u*u/2) if u>0 else (mp.mpf(0) if nu>1 else mp.exp(lc))
    sg=-1 if upper else 1
    f=lambda u: mp.ncdf(sg*(t*u/mp.sqrt(nu)-d))*dens(u)
    mode=mp.sqrt(max(nu-1,mp.mpf('0.01')))
    cut=[0]+[x for x in (mode-8,mode-4,mode-2,mode-1,mode,mode+1,mode+2,mode+4,mode+8) if x>0]+[mode+16,mode+40]
    # add the transition point of the normal cdf
    if t!=0:
        c=d*mp.sqrt(nu)/t
        if c>0: cut+= [c, c+2*mp.sqrt(nu)/abs(t), max(mp.mpf('1e-12'),c-2*mp.sqrt(nu)/abs(t))]
    cut=sorted(set(x for x in cut if 0<=x<=mode+40))
    if (t<0)!=upper and (t<0)==(d>0):
        # The far tail against the noncentrality sits at tiny u: integrate in ln u, where it is smooth.
        return mp.quad(lambda v: f(mp.exp(v))*mp.exp(v), mp.linspace(-60/nu,mp.log(mode+16),80))
    return mp.quad(f,cut)
rows=[]
for nu in [3,10,30,100,1000]:
    for d in [0.5,2,5,10,30]:
        for z in [-3,-1.5,0,1.5,3,5]:
            t=d+z*math.sqrt(1+d*d/(2*nu))
            rows.append([nu,d,repr(t),F(pnt(t,nu,d,False)),F(pnt(t,nu,d,True))])
    for d,t in [(1,-1),(2,-0.5),(3,-2),(0.5,0),(4,0.0),(40,38)]:
        rows.append([nu,d,repr(float(t)),F(pnt(t,nu,d,False)),F(pnt(t,nu,d,True))])
w('pnt.csv',['df','ncp','t','lower','upper'],rows)
# --- studentized range ---
mp.mp.dps=25
def range_sf(wv,k):
    """1-F_R(w); F_R(w)=k int phi(z)[Phi(z)-Phi(z-w)]^{k-1}dz, written without cancellation"""
    def g(z):
        a=mp.ncdf(z); b=mp.ncdf(z-wv)
        # Phi^{k-1}-(Phi-b)^{k-1}
        if a==0: return mp.mpf(0)
        return -k*mp.npdf(z)*a**(k-1)*mp.expm1((k-1)*mp.log1p(-b/a)) if b<a else k*mp.npdf(z)*a**(k-1)
    return mp.quad(g,[-9,-4,-1,0,1,2,3,wv/2,wv-3 if wv>6 else 4,wv+1 if wv>4 else 5,wv+9] and sorted(set([mp.mpf(-9),mp.mpf(-3),mp.mpf(0),mp.mpf(2),wv/2,wv,wv+3,wv+9])))
import functools
def main_tukey():
    # mixing over s via Gauss-Legendre on log-u with double quadrature is expensive in mpmath => use scipy+numpy float128-free route:
    # double exponential (tanh-sinh) in long double is unneeded: use dps=20 mp.quad outer with memoised inner Chebyshev? -> do high-order numpy instead
    import numpy as np
    from scipy.special import log_ndtr, gammaln
    zl,zw=np.polynomial.legendre.leggauss(400)
    def range_sf_np(wv,k): # vectorised over wv (1-d)
        wv=np.asarray(wv,float)[:,None]
        lo=-9.0; hi=wv+9.5
        # panel split into 3 to keep accuracy
        out=0
        brk=[np.full_like(wv,lo), np.minimum(wv/2-0,np.inf), wv, hi]
        brk=[np.full_like(wv,lo), wv*0.5, wv+0.0, hi]
        for a,b in zip(brk[:-1],brk[1:]):
            z=0.5*(b-a)*zl[None,:]+0.5*(a+b); ww=0.5*(b-a)*zw[None,:]
            la=log_ndtr(z); lb=log_ndtr(z-wv)
            r=np.exp(np.minimum(lb-la,0.0)); 
            with np.errstate(divide='ignore'):
                val=-np.exp(np.log(k)-0.5*z*z-0.5*np.log(2*np.pi)+(k-1)*la)*np.expm1((k-1)*np.log1p(-np.minimum(r,1.0)))
            out=out+(val*ww).sum(1)
        return out
    sl,sw=np.polynomial.legendre.leggauss(1200)
    def sf(q,k,nu):
        if math.isinf(nu): return float(range_sf_np([q],k)[0])
        # x=ln s, s=sqrt(chi2_nu/nu); density of x: 2*(nu/2)^{nu/2}/Gamma(nu/2) s^nu exp(-nu s^2/2)
        c=np.log(2)+(nu/2)*np.log(nu/2)-gammaln(nu/2)
        sd=1/np.sqrt(2*nu)
        lo=-14*sd-(40/nu); hi=14*sd
        if nu<4: hi=max(hi,2.2)
        x=0.5*(hi-lo)*sl+0.5*(hi+lo); ww=0.5*(hi-lo)*sw
        s=np.exp(x); ld=c+nu*x-nu*s*s/2
        v=range_sf_np(q*s,k)
        res=float((np.exp(ld)*v*ww).sum())
        # remaining left tail x<lo: sf~1, mass = P(s<e^lo)
        from scipy.special import gammainc
        res+=float(gammainc(nu/2,nu*np.exp(2*lo)/2))
        return res
    rows=[]
    for k in [2,3,5,10,20,50]:
        for nu in [2,5,10,20,60,120,1000,math.inf]:
            for q in [1.0,2.5,3.5,4.5,6.0,9.0]:
                s=sf(q,k,nu)
                if s<1e-14: continue
                rows.append([k,nu,repr(q),repr(1-s),repr(s)])
    w('ptukey.csv',['k','df','q','lower','upper'],rows)
    # self check: k=2 closed form t
    from scipy.stats import t as T, norm
    err=max(abs(float(r[4])/(2*(T.sf(float(r[2])/math.sqrt(2),r[1]) if not math.isinf(r[1]) else norm.sf(float(r[2])/math.sqrt(2))))-1) for r in rows if r[0]==2)
    print('ptukey self-check k=2 vs closed-form t: max rel err of upper tail',err)
    # spot checks with mpmath 2-D quadrature
    mp.mp.dps=20
    for k,nu,q in [(3,10,3.5),(10,20,4.5),(5,5,6.0)]:
        nuf=mp.mpf(nu)
        c=mp.log(2)+(nuf/2)*mp.log(nuf/2)-mp.loggamma(nuf/2)
        f=lambda x: mp.exp(c+nuf*x-nuf*mp.exp(2*x)/2)*range_sf(mp.mpf(q)*mp.exp(x),k)
        sd=1/math.sqrt(2*nu)
        t0=time.time(); v=mp.quad(f,[-14*sd-40/nu,-3*sd,0,3*sd,14*sd if nu>=4 else 2.2]); 
        print('mp spot',k,nu,q,mp.nstr(v,15),'numpy',sf(q,k,nu),'rel',float(abs(v/sf(q,k,nu)-1)),round(time.time()-t0,1),'s',flush=True)
main_tukey()
